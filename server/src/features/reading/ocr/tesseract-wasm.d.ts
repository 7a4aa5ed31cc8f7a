/** What is used of the package, whose own declarations its exports hide. */
declare module 'tesseract-wasm' {
  export interface OCREngine {
    loadModel(model: Uint8Array): void;
    loadImage(image: { width: number; height: number; data: Uint8ClampedArray }): void;
    clearImage(): void;
    getOrientation(): { rotation: number; confidence: number };
    getTextBoxes(
      unit: 'word',
      onProgress: (percent: number) => void,
    ): {
      text: string;
      rect: { left: number; top: number; right: number; bottom: number };
      confidence: number;
      flags: number;
    }[];
  }
  export function supportsFastBuild(): boolean;
  export function createOCREngine(options: { wasmBinary: Uint8Array }): Promise<OCREngine>;
}
