import { TextField } from '../../../../ui/field.tsx'
import { SelectField } from '../../../../ui/select.tsx'
import type { Condition } from '../draft.ts'
import { ListField, NumberField, WordsField } from '../inputs.tsx'
import { stateWord, t } from '../../../../languages/t.ts'

interface FieldKind {
  operators: readonly string[]
  takes: 'text' | 'number' | readonly string[]
}

const numbers = ['gt', 'gte', 'lt', 'lte', 'eq']
export const states = ['active', 'paused', 'archived', 'deleted', 'pending']
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** How each fact can be compared, and with what. */
export const fieldKinds: Record<string, FieldKind> = {
  name: { operators: ['contains', 'matches', 'eq', 'in'], takes: 'text' },
  ageDays: { operators: numbers, takes: 'number' },
  status: { operators: ['eq', 'in'], takes: states },
  dailyBudget: { operators: numbers, takes: 'number' },
  lifetimeBudget: { operators: numbers, takes: 'number' },
  learningPhase: { operators: ['eq', 'in'], takes: ['learning', 'learned', 'limited'] },
  hour: { operators: [...numbers, 'in'], takes: 'number' },
  weekday: { operators: ['eq', 'in'], takes: weekdays },
  label: { operators: ['eq', 'in'], takes: 'text' },
  creativeState: { operators: ['eq', 'in'], takes: ['new', 'winner', 'scaled', 'tired'] },
}

interface Props {
  value: Condition
  onChange: (value: Condition['value']) => void
  mark: object
}

/** What a fact is held against: a number, a text, or some of its words. */
export function FieldValue({ value: condition, onChange, mark }: Props) {
  const { field = '', operator, value } = condition
  const takes = fieldKinds[field]?.takes ?? 'text'
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const own = { label: t('Value'), hideLabel: true, ...mark }
  if (Array.isArray(takes)) {
    if (operator === 'in') return <WordsField label="" words={takes} value={list} onChange={onChange} />
    const options = [
      { value: '', label: t('choose …') },
      ...takes.map((word: string) => ({ value: word, label: stateWord(word) })),
    ]
    return (
      <div className="w-36">
        <SelectField
          {...own}
          options={options}
          value={String(list[0] ?? '')}
          onChange={(next) => onChange(next || undefined)}
        />
      </div>
    )
  }
  if (operator === 'in') {
    return (
      <div className="w-60 max-w-full">
        <ListField
          {...own}
          placeholder={t('one, another')}
          numbers={takes === 'number'}
          value={list}
          onChange={onChange}
        />
      </div>
    )
  }
  if (takes === 'number') {
    return (
      <div className="w-28">
        <NumberField {...own} value={value} onChange={onChange} />
      </div>
    )
  }
  return (
    <div className="w-60 max-w-full">
      <TextField
        {...own}
        placeholder={operator === 'matches' ? t('*_prospecting_*') : ''}
        value={String(list[0] ?? '')}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </div>
  )
}
