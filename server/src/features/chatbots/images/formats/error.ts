/** Why an image is not taken: of no kind that we know, of one but damaged or not to be shown, or too large. */
export type ImageRefusal = 'image_unsupported' | 'image_unreadable' | 'image_dimensions';

export class ImageError extends Error {
  override name = 'ImageError';
  readonly code: ImageRefusal;

  constructor(code: ImageRefusal, detail?: string) {
    super(detail ?? code);
    this.code = code;
  }
}
