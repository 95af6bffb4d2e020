import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { backtestRule, createRule } from '../../../data/automations.ts'
import type { RuleInput } from '../../../data/automations.ts'
import { useKept } from '../../../data/client/kept.ts'
import { useWrite } from '../../../data/client/write.ts'
import { metricTitle } from '../../../data/metric-title.ts'
import { useMay } from '../../../data/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { withValue } from '../../automations/builder/draft.ts'
import type { Draft } from '../../automations/builder/draft.ts'
import { PreviewPanel } from '../../automations/builder/preview-panel.tsx'
import { usePreview } from '../../automations/builder/use-preview.ts'
import { BacktestSummary } from '../../automations/rule/backtest-result.tsx'
import { sentenceOf } from '../../automations/words/sentence.ts'
import { amountIn } from '../amount.ts'
import { t } from '../../../languages/t.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const daysBack = 14

const modes = [
  { value: 'suggest', label: t('Suggest it to somebody') },
  { value: 'ask', label: t('Ask for approval') },
  { value: 'act', label: t('Do it by itself') },
]
const operators: Record<string, string> = {
  gt: t('more than'),
  gte: t('at least'),
  lt: t('less than'),
  lte: t('at most'),
  eq: t('exactly'),
}

/** A rule of what looks like this, with what it would do now, and what it would have done. It is saved switched off. */
export function RuleDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const [rule, setRule] = useState(draft)
  const [, keep] = useKept<Draft | null>('rule.new', null)
  const preview = usePreview(rule)
  const may = useMay('manage')
  const navigate = useNavigate()
  const past = useWrite(backtestRule)
  const save = useWrite(createRule, {
    done: ({ name }) => [t('“{name}” is saved.', { name }), t('It is switched off until somebody switches it on.')],
    then: ({ id }) => past.mutate({ id, from: day(daysBack), to: day(0) }),
  })
  const inBuilder = () => {
    keep(rule)
    onClose()
    void navigate({ to: '/automations/new' })
  }
  const saved = save.data
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Pause what looks like this')}
      lead={t('The filter of the list and what the chosen have in common, as a rule. Change the figures as you like.')}
      actions={
        saved ? (
          <Link
            to="/automations/$id"
            params={{ id: String(saved.id) }}
            className="inline-flex h-9 items-center rounded-md bg-accent-strong px-3 font-medium text-on-accent"
          >
            {t('Open the rule to switch it on')}
          </Link>
        ) : (
          <>
            <Button onClick={inBuilder}>{t('Go on in the builder')}</Button>
            <Button look="main" busy={save.isPending} disabled={!may} onClick={() => save.mutate(rule as RuleInput)}>
              {t('Save, and try it on the past')}
            </Button>
          </>
        )
      }
    >
      {!saved && <Fields rule={rule} onChange={setRule} />}
      <p className="rounded-md bg-raised p-3">{sentenceOf(rule)}</p>
      <Problem error={save.error ?? past.error} />
      {!saved && <PreviewPanel {...preview} />}
      {past.isPending && <p role="status">{t('The last {daysBack} days are gone through …', { daysBack })}</p>}
      {past.data && <BacktestSummary test={past.data} />}
    </Dialog>
  )
}

function Fields({ rule, onChange }: { rule: Draft; onChange: (rule: Draft) => void }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-full">
        <TextField
          label={t('Name of the rule')}
          value={rule.name ?? ''}
          maxLength={100}
          onChange={(event) => onChange({ ...rule, name: event.target.value })}
        />
      </div>
      {rule.when?.all?.map(({ metric = '', operator = '', value }, at) => (
        <Bound
          key={`${metric} ${operator}`}
          label={`${metricTitle(metric)} ${operators[operator] ?? operator}`}
          value={Number(value)}
          onChange={(next) => onChange(withValue(rule, `when.all.${at}.value`, next))}
        />
      ))}
      <SelectField
        label={t('When something is like this')}
        options={modes}
        value={rule.mode ?? 'suggest'}
        onChange={(mode) => onChange({ ...rule, mode })}
      />
    </div>
  )
}

function Bound({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const [text, setText] = useState(String(value))
  const read = text.trim() === '0' ? 0 : amountIn(text)
  const type = (next: string) => {
    setText(next)
    const amount = next.trim() === '0' ? 0 : amountIn(next)
    if (amount !== null) onChange(amount)
  }
  return (
    <div className="w-44">
      <TextField
        label={label}
        inputMode="decimal"
        value={text}
        problem={read === null ? t('must be a number') : null}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  )
}
