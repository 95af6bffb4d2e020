import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { stateWord } from '../../../languages/t.ts'

type TextProps = ComponentProps<typeof TextField>

/** A number that may not be there yet: nothing is not zero. */
export function NumberField({
  value,
  onChange,
  ...rest
}: Omit<TextProps, 'value' | 'onChange'> & { value: unknown; onChange: (value: number | undefined) => void }) {
  const shown = typeof value === 'number' || typeof value === 'string' ? value : ''
  return (
    <TextField
      type="number"
      step="any"
      value={shown}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
      {...rest}
    />
  )
}

type Scalar = string | number

interface ListProps extends Omit<TextProps, 'value' | 'onChange'> {
  value: readonly Scalar[]
  onChange: (value: Scalar[] | undefined) => void
  /** The things in the list are numbers. */
  numbers?: boolean
}

/** Several words or numbers in one field, with commas between them. */
export function ListField({ value, onChange, numbers, ...rest }: ListProps) {
  const [text, setText] = useState(value.join(', '))
  const read = partsOf(text, numbers)
  const isOther = read.join('\n') !== value.join('\n')
  return (
    <TextField
      value={isOther ? value.join(', ') : text}
      onChange={({ target }) => {
        setText(target.value)
        const parts = partsOf(target.value, numbers)
        onChange(parts.length === 0 ? undefined : parts)
      }}
      {...rest}
    />
  )
}

function partsOf(text: string, numbers: boolean | undefined): Scalar[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return numbers ? parts.map((part) => (Number.isNaN(Number(part)) ? part : Number(part))) : parts
}

interface WordsProps {
  label: string
  words: readonly string[]
  value: readonly Scalar[]
  onChange: (value: string[] | undefined) => void
}

/** Some of a few words. */
export function WordsField({ label, words, value, onChange }: WordsProps) {
  const toggle = (word: string, on: boolean) => {
    const next = words.filter((each) => (each === word ? on : value.includes(each)))
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="float-left mr-3 text-[13px] font-medium">{label}</legend>
      {words.map((word) => (
        <Checkbox
          key={word}
          label={stateWord(word)}
          checked={value.includes(word)}
          onChange={({ target }) => toggle(word, target.checked)}
        />
      ))}
    </fieldset>
  )
}

/** A text field that proposes what is often written there. */
export function ProposingField({ proposals, ...rest }: TextProps & { proposals: readonly string[] }) {
  const id = useId()
  return (
    <>
      <TextField list={id} {...rest} />
      <datalist id={id}>
        {proposals.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  )
}
