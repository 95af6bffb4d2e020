import type { AdListing, Paged } from '../contract/manage.ts'

/** The pictures of listed ads, by ad. */
export function picturesIn({ items }: Paged<AdListing>): Map<string, string> {
  return new Map(items.flatMap(({ id, thumbnailUrl }) => (thumbnailUrl === null ? [] : [[id, thumbnailUrl] as const])))
}
