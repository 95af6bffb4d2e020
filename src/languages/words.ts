import type { en } from './en.ts'

/** All that a language of the service has. */
export type Words = typeof en
