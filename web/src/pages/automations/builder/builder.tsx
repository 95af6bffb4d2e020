import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Card } from '../../../ui/page.tsx'
import { levelName, modeNames } from '../words/names.ts'
import { Actions } from './actions.tsx'
import { ConditionNode } from './condition/condition.tsx'
import { casesOf, firstCondition, groupKind, moved, withCase, withoutCase } from './draft.ts'
import type { Case } from './draft.ts'
import { useEditing, useProblem, useProblems } from './editing.tsx'
import { ProtectionFields } from './protection-fields.tsx'
import { ScheduleFields } from './schedule.tsx'
import { ScopeFields } from './scope.tsx'
import { t } from '../../../languages/t.ts'

/** Everything that a rule is made of. It writes the JSON that the API takes. */
export function Builder() {
  const { rule, set, replace } = useEditing()
  const cases = casesOf(rule)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title={t('Name and mode')}>
        <div className="flex flex-col gap-3">
          <TextField
            label={t('Name')}
            value={rule.name ?? ''}
            onChange={({ target }) => set('name', target.value)}
            problem={useProblem('name')}
          />
          <ModeField />
        </div>
      </Card>
      <Card title={t('What it looks at')}>
        <ScopeFields />
      </Card>
      {cases.map(({ path, ...each }, index) => (
        <CaseCard key={index} path={path} value={each} index={index} count={cases.length} />
      ))}
      <div>
        <Button icon={<Plus size={15} aria-hidden />} onClick={() => replace(withCase(rule))}>
          {t('Another case')}
        </Button>
      </div>
      <Card title={t('When it is checked')}>
        <ScheduleFields />
      </Card>
      <Card title={t('Protections')}>
        <ProtectionFields />
      </Card>
    </div>
  )
}

function ModeField() {
  const { rule, set } = useEditing()
  const problem = useProblem('mode')
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">{t('Mode')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {Object.entries(modeNames).map(([mode, { name, about }]) => (
          <label
            key={mode}
            className="flex cursor-pointer gap-2 rounded-md border p-2.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="mode"
              className="mt-0.5 size-4 shrink-0 accent-(--accent-strong)"
              checked={(rule.mode ?? 'suggest') === mode}
              onChange={() => set('mode', mode)}
            />
            <span>
              <span className="font-medium">{name}</span>
              <span className="block text-[13px]">{about}</span>
            </span>
          </label>
        ))}
      </div>
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  )
}

interface CaseProps {
  path: string
  value: Case
  index: number
  count: number
}

function CaseCard({ path, value, index, count }: CaseProps) {
  const { rule, set } = useEditing()
  const { one } = levelName(rule.scope?.level)
  const isAlone = count === 1
  const whenProblem = useProblem(`${path}when`)
  const thenProblems = useProblems(`${path}then`)
  const { when, then } = value
  return (
    <Card
      title={
        isAlone
          ? t('When, and what then')
          : index === 0
            ? t('Case {index}', { index: index + 1 })
            : t('Case {index}: if none above holds', { index: index + 1 })
      }
      actions={!isAlone && <CaseButtons index={index} count={count} />}
    >
      <div className="flex flex-col gap-4">
        <section aria-label={t('Conditions')} className="flex flex-col gap-2">
          <h3 className="text-[13px] font-medium">{t('When, for each {one}', { one })}</h3>
          <ConditionNode path={`${path}when`} value={when ?? { all: [] }} />
          {when !== undefined && groupKind(when) === null && (
            <div>
              <Button
                small
                icon={<Plus size={14} aria-hidden />}
                onClick={() => set(`${path}when`, { all: [when, firstCondition] })}
              >
                {t('Condition')}
              </Button>
            </div>
          )}
          {when === undefined && whenProblem && <p className="text-[13px] text-bad">{whenProblem}</p>}
          <p className="text-[13px] text-muted">
            {t('A number that is not known makes its condition unknown, never true.')}
          </p>
        </section>
        <section className="flex flex-col gap-2">
          <h3 className="text-[13px] font-medium">{t('Then, in this order')}</h3>
          <Actions path={`${path}then`} value={then ?? []} />
          {then === undefined && thenProblems.list}
        </section>
      </div>
    </Card>
  )
}

function CaseButtons({ index, count }: { index: number; count: number }) {
  const { rule, set, replace } = useEditing()
  const move = (to: number) => set('cases', moved(rule.cases ?? [], index, to))
  return (
    <div className="flex">
      <IconButton
        small
        label={t('Try this case earlier')}
        disabled={index === 0}
        icon={<ArrowUp size={15} aria-hidden />}
        onClick={() => move(index - 1)}
      />
      <IconButton
        small
        label={t('Try this case later')}
        disabled={index === count - 1}
        icon={<ArrowDown size={15} aria-hidden />}
        onClick={() => move(index + 1)}
      />
      <IconButton
        small
        label={t('Remove this case')}
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => replace(withoutCase(rule, index))}
      />
    </div>
  )
}
