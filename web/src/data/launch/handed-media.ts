/** A file of the library on its way into the launch sheet. */
export interface HandedMedia {
  url: string
  name: string
}

let handed: HandedMedia[] = []

/** Chosen in the library: the launch sheet takes them when it opens. */
export function handMedia(media: HandedMedia[]): void {
  handed = media
}

export function takeHandedMedia(): HandedMedia[] {
  const taken = handed
  handed = []
  return taken
}
