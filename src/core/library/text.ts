import { z } from 'zod'

/** Text as the database can hold it: without NUL and without half characters. */
export function text(most: number) {
  return z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'has characters that cannot be stored')
}

/** Text that must say something. */
export function words(most: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'has characters that cannot be stored')
}
