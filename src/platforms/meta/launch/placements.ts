import type { Issue } from '../../../errors.ts'
import type { OwnAd } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'

export type Shape = 'square' | 'portrait' | 'vertical' | 'landscape'

type Size = Pick<PreparedMedia, 'width' | 'height'>

export function shapeOf({ width, height }: Size): Shape | null {
  if (!width || !height) return null
  const ratio = width / height
  if (ratio < 0.7) return 'vertical'
  if (ratio <= 0.9) return 'portrait'
  return ratio < 1.1 ? 'square' : 'landscape'
}

/** Each shape goes to one set of placements, so a multi ad has one media item of each shape, and two shapes at least. */
export function shapeIssues(ad: OwnAd, media: Size[]): Issue[] {
  if (ad.type !== 'multi') return []
  const issues: Issue[] = []
  const firstOf = new Map<Shape, number>()
  media.forEach((size, index) => {
    const shape = shapeOf(size)
    const first = shape && firstOf.get(shape)
    if (!shape) issues.push({ path: `media.${index}`, message: 'has no width and height that could be told' })
    else if (typeof first === 'number') issues.push({ path: `media.${index}`, message: sameShape(shape, first, media) })
    else firstOf.set(shape, index)
  })
  if (firstOf.size >= 2 || firstOf.size === 0) return issues
  const [shape] = [...firstOf.keys()]
  const message = `a multi ad needs media of at least two different aspect ratios, but all of these are ${shape}`
  return [{ path: 'media', message, expected: shapeWords }]
}

const shapeWords =
  'square (about 1:1), portrait (width / height from 0.7 to 0.9), vertical (below 0.7) or landscape (from 1.1)'

function sameShape(shape: Shape, first: number, media: Size[]): string {
  const { width, height } = media[first]!
  return `is ${shape} like media.${first} (${width} x ${height}); each aspect ratio fills its placements with one media item`
}

export function checkMedia(ad: OwnAd, media: Size[], path: string): Issue[] {
  return shapeIssues(ad, media).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
}

/** Whichever comes first among an ad's shapes is shown wherever no other is wanted. */
const defaultOrder: Shape[] = ['square', 'portrait', 'landscape', 'vertical']

export function defaultShape(shapes: Shape[]): Shape {
  return defaultOrder.find((shape) => shapes.includes(shape)) ?? 'square'
}

/** Where a shape is shown when it is not the default. */
export function placementsOf(shape: Shape, kind: PreparedMedia['kind']): object {
  switch (shape) {
    case 'vertical':
      return {
        publisher_platforms: ['facebook', 'instagram'],
        facebook_positions: ['story', 'facebook_reels'],
        instagram_positions: ['story', 'reels'],
      }
    case 'portrait':
      return {
        publisher_platforms: ['facebook', 'instagram'],
        facebook_positions: ['feed'],
        instagram_positions: ['stream', 'profile_feed'],
      }
    case 'landscape':
      // The right column shows no videos, and only videos run inside other videos.
      return {
        publisher_platforms: ['facebook'],
        facebook_positions: [kind === 'video' ? 'instream_video' : 'right_hand_column', 'search'],
      }
    case 'square':
      return {
        publisher_platforms: ['facebook', 'instagram'],
        facebook_positions: ['feed', 'marketplace'],
        instagram_positions: ['stream'],
      }
  }
}
