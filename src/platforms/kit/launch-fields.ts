import { field, IdOrEmpty, text } from '../contract/launch-fields.ts'

/** Fields that several platforms use, each for its own: one form for all, and each says what it is there. */

const name = text(500)

export const page = (about: string) => field(IdOrEmpty, 'warned', about)
export const primaryName = (about: string) => field(name, 'ignored', about)
