/** How many ids the platform takes in one question. */
export const idsPerCall = 100

export function inGroups<T>(items: T[], size = idsPerCall): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}
