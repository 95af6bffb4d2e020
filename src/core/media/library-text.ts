import { z } from 'zod'

export function text(most: number) {
  return z.string().max(most)
}

/** Text that must say something. */
export function words(most: number) {
  return z.string().trim().min(1).max(most)
}
