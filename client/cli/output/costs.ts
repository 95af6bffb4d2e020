import type { GoesLive } from '../../src/index.ts'

/** What something would cost, a line for each account; nothing where it cannot cost anything. */
export function costLines(goesLive: GoesLive | undefined): string[] {
  return (goesLive?.accounts ?? []).map(({ name, words }) => `${name}: ${words}`)
}
