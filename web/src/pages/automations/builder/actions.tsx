import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { actionNames } from '../words/names.ts'
import { ActionFields } from './action-fields.tsx'
import { moved } from './draft.ts'
import type { Action } from './draft.ts'
import { useEditing, useProblems } from './editing.tsx'
import { t } from '../../../languages/t.ts'

/** What each action begins with. */
const starts: Record<string, Action> = {
  setBudget: { action: 'setBudget' },
  changeBudget: { action: 'changeBudget', percent: 10 },
  duplicate: { action: 'duplicate', copies: 1 },
  rename: { action: 'rename', name: '{name} (old)' },
  addNegative: { action: 'addNegative', matchType: 'exact' },
  graduate: { action: 'graduate', adSetIds: [] },
}

const onEntities = ['pause', 'resume', 'duplicate', 'rename', 'label', 'notify', 'launchDraft']
const onBudgets = ['pause', 'resume', 'changeBudget', 'setBudget', ...onEntities.slice(2)]

/** What can be done at a level. */
const actionsAt: Record<string, string[]> = {
  ad: [...onEntities, 'graduate'],
  adset: onBudgets,
  campaign: onBudgets,
  account: ['label', 'notify', 'launchDraft'],
  searchTerm: ['addNegative', 'label', 'notify', 'launchDraft'],
}

/** What is done with what matches, in order. */
export function Actions({ path, value }: { path: string; value: Action[] }) {
  const { set, rule } = useEditing()
  const problems = useProblems(
    path,
    value.map((_, index) => String(index)),
  )
  const names = actionsAt[rule.scope?.level ?? 'ad'] ?? onBudgets
  const free = names.find((name) => !value.some(({ action }) => action === name)) ?? 'notify'
  return (
    <div role="group" aria-label={t('Actions')} className="flex flex-col gap-2">
      {value.map((action, index) => (
        <ActionRow
          key={index}
          path={`${path}.${index}`}
          value={action}
          names={names}
          onUp={index === 0 ? undefined : () => set(path, moved(value, index, index - 1))}
          onDown={index === value.length - 1 ? undefined : () => set(path, moved(value, index, index + 1))}
          onRemove={() =>
            set(
              path,
              value.filter((_, place) => place !== index),
            )
          }
        />
      ))}
      {problems.list}
      <div>
        <Button
          small
          icon={<Plus size={14} aria-hidden />}
          onClick={() => set(path, [...value, starts[free] ?? { action: free }])}
        >
          {t('Action')}
        </Button>
      </div>
    </div>
  )
}

interface RowProps {
  path: string
  value: Action
  names: string[]
  onUp?: () => void
  onDown?: () => void
  onRemove: () => void
}

function ActionRow({ path, value, names, onUp, onDown, onRemove }: RowProps) {
  const { set } = useEditing()
  const { list, mark } = useProblems(path)
  const { action = '' } = value
  const offered = names.includes(action) ? names : [action, ...names]
  return (
    <div
      role="group"
      aria-label={t('Action')}
      data-path={path}
      className="flex flex-col gap-1 rounded-md bg-raised/60 p-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-52">
          <SelectField
            label={t('What is done')}
            hideLabel
            options={offered.map((name) => ({ value: name, label: actionNames[name] ?? name }))}
            value={action}
            onChange={(next) => set(path, starts[next] ?? { action: next })}
            {...mark('action')}
          />
        </div>
        <ActionFields path={path} value={value} mark={mark} />
        <div className="ml-auto flex">
          <IconButton
            small
            label={t('Do this earlier')}
            disabled={!onUp}
            icon={<ArrowUp size={15} aria-hidden />}
            onClick={onUp}
          />
          <IconButton
            small
            label={t('Do this later')}
            disabled={!onDown}
            icon={<ArrowDown size={15} aria-hidden />}
            onClick={onDown}
          />
          <IconButton small label={t('Remove this action')} icon={<X size={15} aria-hidden />} onClick={onRemove} />
        </div>
      </div>
      {list}
    </div>
  )
}
