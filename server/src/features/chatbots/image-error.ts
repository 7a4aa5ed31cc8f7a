/** Why an image is not taken. */
export type ImageRefusal = 'image_unsupported' | 'image_dimensions';

export class ImageError extends Error {
  override name = 'ImageError';
  readonly code: ImageRefusal;

  constructor(code: ImageRefusal, detail?: string) {
    super(detail ?? code);
    this.code = code;
  }
}
