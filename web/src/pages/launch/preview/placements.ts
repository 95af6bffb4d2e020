/** Where an ad is seen, drawn as it would appear there. */
export interface Placement {
  name: string
  /** Width by height of the picture. */
  ratio: number
  /** beside: texts stand around the picture. over: they lie on it. */
  texts: 'beside' | 'over'
}

const upright = 9 / 16

const placements: Record<string, Placement[]> = {
  primary: [
    { name: 'Feed', ratio: 4 / 5, texts: 'beside' },
    { name: 'Story and reel', ratio: upright, texts: 'over' },
    { name: 'Column', ratio: 1.91, texts: 'beside' },
  ],
  tiktok: [{ name: 'In the feed', ratio: upright, texts: 'over' }],
  snapchat: [{ name: 'Between stories', ratio: upright, texts: 'over' }],
  pinterest: [{ name: 'Pin', ratio: 2 / 3, texts: 'beside' }],
  linkedin: [{ name: 'Feed', ratio: 1.91, texts: 'beside' }],
  applovin: [{ name: 'Full screen', ratio: upright, texts: 'over' }],
}

export function placementsOf(platform: string | undefined): Placement[] {
  return placements[platform ?? ''] ?? [{ name: 'Feed', ratio: 1, texts: 'beside' }]
}

/** Of several media the one whose shape comes nearest. */
export function nearest(
  urls: readonly string[],
  shapes: ReadonlyMap<string, number>,
  ratio: number,
): string | undefined {
  const off = (url: string) => Math.abs(Math.log((shapes.get(url) ?? 1) / ratio))
  return urls.length < 2 ? urls[0] : urls.toSorted((one, other) => off(one) - off(other))[0]
}
