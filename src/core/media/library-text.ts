import { z } from 'zod'

export function text(max: number) {
  return z.string().max(max)
}

/** Text that must say something. */
export function words(max: number) {
  return z.string().trim().min(1).max(max)
}
