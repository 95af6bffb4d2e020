import { useState } from 'react'
import type { ChangeEvent } from 'react'
import type { OperationName } from '../../../../client/src/index.ts'
import type { Input } from '../client/flightdeck.ts'
import { issueAt } from '../client/refusal.ts'
import { formFields } from './fields.gen.ts'
import type { FormField } from './fields.gen.ts'

type FormName = keyof typeof formFields & OperationName

/** What stands in a form, of the types that its operation takes. */
type ValuesOf<Name extends FormName, Field extends keyof Input<Name>> = {
  [F in Field]-?: Exclude<Input<Name>[F], undefined>
}

/**
 * A form is filled in for an operation: a field that the operation does not have, or that has another type there, does not compile. What
 * has to be filled in and how long it may be is what the operation says; so is what was wrong with a field when it was sent.
 */
export function useForm<const Name extends FormName, Field extends keyof Input<Name> & string>(
  name: Name,
  start: ValuesOf<Name, Field>,
  error: unknown = null,
) {
  type Values = ValuesOf<Name, Field>
  const [values, setValues] = useState<Values>(start)
  const fields: Readonly<Record<string, FormField>> = formFields[name]
  const set = (given: Partial<Values>) => setValues((now) => ({ ...now, ...given }))
  return {
    values,
    set,
    reset: () => setValues(start),
    /** Whether everything is there that the operation must have. */
    isReady: Object.entries(fields).every(
      ([field, limits]) => !(field in values) || isFilled(values[field as Field], limits),
    ),
    /** What a text field of it is drawn with. */
    text: (field: Field & TextOf<Values>) => ({
      name: field,
      value: (values[field] ?? '') as string,
      required: fields[field]?.required === true,
      maxLength: fields[field]?.maxLength,
      problem: issueAt(error, field),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [field]: event.target.value } as unknown as Partial<Values>),
    }),
    /** What a field for a number is drawn with. What is no number stays as it was written: the service says so at its field. */
    amount: (field: Field & AmountOf<Values>) => ({
      name: field,
      value: String(values[field] ?? ''),
      inputMode: 'decimal' as const,
      required: fields[field]?.required === true,
      problem: issueAt(error, field),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set({ [field]: event.target.value } as unknown as Partial<Values>),
    }),
    /** What is sent: what was left empty is left out, and numbers are numbers. */
    sent: (): Partial<Values> =>
      Object.fromEntries(
        Object.entries<unknown>(values)
          .filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
          .map(([field, value]) => [field, fields[field]?.number ? numberIn(value) : value]),
      ) as Partial<Values>,
    /** What a list of words is drawn with: each word that the operation takes has its title, and no other has. */
    choice: <Chosen extends Field>(
      field: Chosen,
      titles: Readonly<Record<NonNullable<Values[Chosen]> & string, string>>,
    ) => ({
      name: field,
      value: values[field] as string,
      options: Object.entries<string>(titles).map(([value, label]) => ({ value, label })),
      onChange: (value: string) => set({ [field]: value } as unknown as Partial<Values>),
    }),
  }
}

type TextOf<Values> = {
  [Field in keyof Values]: NonNullable<Values[Field]> extends string ? Field : never
}[keyof Values]

type AmountOf<Values> = {
  [Field in keyof Values]: number extends NonNullable<Values[Field]> ? Field : never
}[keyof Values]

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

function isFilled(value: unknown, { required, minLength = 1, maxLength = Infinity }: FormField): boolean {
  if (typeof value !== 'string') return true
  const { length } = value.trim()
  return length === 0 ? !required : length >= minLength && length <= maxLength
}
