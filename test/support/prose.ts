/** A page as it is read: where its lines end does not matter. */
export function proseOf(page: string): string {
  return page.replace(/\s+/g, ' ')
}
