import { X } from 'lucide-react'
import { useReportFields } from '../../../../data/reports.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { GroupedSelectField, SelectField } from '../../../../ui/select.tsx'
import { fieldNames, metricName, operatorNames, operatorWord } from '../../words/names.ts'
import type { Condition } from '../draft.ts'
import { useEditing, useProblems } from '../editing.tsx'
import { Against } from './against.tsx'
import { FieldValue, fieldKinds } from './field-value.tsx'
import { WindowField } from './window.tsx'
import { t } from '../../../../languages/t.ts'

interface Props {
  path: string
  value: Condition
  onlyFields?: boolean
  onRemove?: () => void
}

const comparisons = ['gt', 'gte', 'lt', 'lte', 'eq']

/** A single condition: a figure or a fact, and what it is held against. */
export function Leaf({ path, value, onlyFields, onRemove }: Props) {
  const { set } = useEditing()
  const { list, mark } = useProblems(path)
  const isFact = value.field !== undefined
  const operators = isFact ? (fieldKinds[value.field ?? '']?.operators ?? comparisons) : comparisons
  return (
    <div
      role="group"
      aria-label={t('Condition')}
      data-path={path}
      className="flex flex-col gap-1 rounded-md bg-raised/60 p-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-44">
          <WhatSelect
            value={value}
            onlyFields={onlyFields}
            onChange={(next) => set(path, next)}
            {...mark(isFact ? 'field' : 'metric')}
          />
        </div>
        {!isFact && (
          <WindowField value={value.window} onChange={(next) => set(`${path}.window`, next)} {...mark('window')} />
        )}
        <div className="w-32">
          <SelectField
            label={t('How it is compared')}
            hideLabel
            options={operators.map((word) => ({ value: word, label: operatorNames[word] ?? word }))}
            value={operatorWord(value.operator)}
            onChange={(next) => set(path, withOperator(value, next))}
            {...mark('operator')}
          />
        </div>
        {isFact ? (
          <FieldValue value={value} onChange={(next) => set(`${path}.value`, next)} mark={mark('value')} />
        ) : (
          <Against path={path} value={value} mark={mark} />
        )}
        {onRemove && (
          <IconButton
            small
            label={t('Remove this condition')}
            className="ml-auto"
            icon={<X size={15} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      {list}
    </div>
  )
}

/** A list for `in`, a single value for everything else. */
function withOperator(condition: Condition, operator: string): Condition {
  const { value, ...rest } = condition
  const isList = operator === 'in'
  if (value === undefined || Array.isArray(value) === isList) return { ...condition, operator }
  return { ...rest, operator, value: isList ? [value as string] : (value as string[])[0] }
}

interface WhatProps {
  value: Condition
  onlyFields?: boolean
  onChange: (next: Condition) => void
}

function WhatSelect({ value, onlyFields, onChange, ...mark }: WhatProps) {
  const known = useReportFields().data?.metrics.map(({ name }) => name) ?? []
  const metrics = value.metric === undefined || known.includes(value.metric) ? known : [value.metric, ...known]
  const facts = {
    name: t('Facts'),
    options: Object.entries(fieldNames).map(([name, label]) => ({ value: `field ${name}`, label })),
  }
  const figures = {
    name: t('Figures'),
    options: metrics.map((name) => ({ value: `metric ${name}`, label: metricName(name) })),
  }
  const choose = (chosen: string) => {
    const [kind, name = ''] = chosen.split(' ')
    if (kind === 'metric') {
      const { field: _field, ...rest } = value
      const base = value.field === undefined ? rest : { window: 'last_7_days', operator: 'gt' }
      onChange({ ...base, metric: name })
    } else onChange({ field: name, operator: fieldKinds[name]?.operators[0] ?? 'eq' })
  }
  return (
    <GroupedSelectField
      label={t('What is looked at')}
      hideLabel
      groups={onlyFields ? [facts] : [figures, facts]}
      value={value.field === undefined ? `metric ${value.metric ?? ''}` : `field ${value.field}`}
      onChange={choose}
      {...mark}
    />
  )
}
