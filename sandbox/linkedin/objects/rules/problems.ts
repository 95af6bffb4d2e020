import { invalidFields } from '../../errors.ts'
import type { InputError } from '../../errors.ts'
import { textOf } from '../objects.ts'
import type { Fields } from '../objects.ts'

/** Gathers everything that is wrong, so that one answer names it all. */
export class Problems {
  readonly #found: InputError[] = []

  add(code: string, field: string, description: string): void {
    this.#found.push({ code, field, description })
  }

  require(fields: Fields, ...names: string[]): void {
    for (const name of names)
      if (fields[name] === undefined || fields[name] === '') this.add('MISSING_FIELD', name, `${name} is required`)
  }

  /** The field is absent or one of the words. */
  word(fields: Fields, name: string, words: readonly string[]): void {
    const value = fields[name]
    if (value !== undefined && !words.includes(textOf(value)))
      this.add('INVALID_VALUE_FOR_FIELD', name, `${name} must be one of ${words.join(', ')}`)
  }

  invalid(field: string, description: string): void {
    this.add('INVALID_VALUE_FOR_FIELD', field, description)
  }

  /** Ends the call when anything was found. */
  throwAny(): void {
    if (this.#found.length > 0) throw invalidFields(this.#found)
  }
}
