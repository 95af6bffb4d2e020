import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { AutomationPreview, PlannedAction } from '../../../../../client/src/index.ts'
import { refusalIn } from '../../../data/client/refusal.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, count } from '../../../ui/words/format.ts'
import { Card, Empty } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Meets } from '../meets.tsx'
import { EntityName, Numbers } from '../numbers.tsx'
import { actionNames } from '../words/names.ts'
import type { PreviewState } from './use-preview.ts'
import { Said } from '../../../ui/words/said.tsx'
import { rich } from '../../../languages/rich.ts'
import { FieldName } from '../../../ui/words/names.tsx'
import { t } from '../../../languages/t.ts'

/** What the rule would do now, with the numbers. Nothing is changed. */
export function PreviewPanel({ preview, error, isBusy, again }: PreviewState) {
  return (
    <Card
      title={t('What it would do now')}
      actions={
        <Button small busy={isBusy} icon={<RefreshCw size={14} aria-hidden />} onClick={again}>
          {t('Preview')}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={isBusy} className="flex flex-col gap-3">
        {error ? (
          <PreviewProblem error={error} again={again} />
        ) : (
          <Answer of={{ data: preview ?? undefined, error, refetch: async () => again() }} what={t('the figures')}>
            {(found) => <PreviewResult preview={found} />}
          </Answer>
        )}
      </div>
    </Card>
  )
}

function PreviewProblem({ error, again }: { error: Error; again: () => void }) {
  const issues = refusalIn(error)?.issues ?? []
  if (issues.length === 0) return <Problem error={error} again={again} />
  return (
    <div role="status" className="rounded-md border border-bad bg-bad-soft p-3 text-bad">
      <p className="font-medium">
        {t(
          { one: 'One thing is not right yet.', other: '{count} things are not right yet.' },
          { count: issues.length },
        )}
      </p>
      <ul className="list-disc pl-5 text-[13px]">
        {issues.slice(0, 20).map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <b className="font-medium">{path === '' ? t('rule') : <FieldName of={path} />}</b> <Said>{message}</Said>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PreviewResult({ preview }: { preview: AutomationPreview }) {
  const { counts, figuresAt, missing, matched, skipped, blocked, notApplied, warnings, meets } = preview
  return (
    <>
      <dl className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        <Fact name={t('looked at')} value={counts.checked} />
        <Fact name={t('would act on')} value={counts.matched} isMain />
        <Fact name={t('held back')} value={counts.skipped} />
        <Fact name={t('not met')} value={counts.unmatched} />
        <Fact name={t('not known')} value={counts.unknown} />
      </dl>
      <p className="text-[13px] text-muted">
        {figuresAt
          ? t('The least fresh figures are from {figuresAt}.', { figuresAt: ago(figuresAt) })
          : t('It rests on no figures.')}
      </p>
      {warnings.map((warning) => (
        <p key={warning} lang="en" className="rounded-md bg-warn-soft p-2 text-[13px] text-warn">
          {warning}
        </p>
      ))}
      {missing.length > 0 && (
        <ul className="rounded-md bg-warn-soft p-2 text-[13px] text-warn">
          {missing.map(({ accountId, reason }) => (
            <li key={accountId}>
              {accountId}: <Said>{reason}</Said>
            </li>
          ))}
        </ul>
      )}
      {blocked !== null && (
        <p className="rounded-md bg-warn-soft p-2 text-[13px] text-warn">
          {rich('A run would do nothing now. {blocked}', { blocked: <Said>{blocked}</Said> })}
        </p>
      )}
      <Meets of={meets} />
      {notApplied.length > 0 && (
        <ul className="text-[13px] text-muted">
          {notApplied.map(({ protection, reason }) => (
            <li key={protection} lang="en">
              {reason}
            </li>
          ))}
        </ul>
      )}
      <Matches matched={matched} />
      <Skips skipped={skipped} />
    </>
  )
}

function Fact({ name, value, isMain }: { name: string; value: number; isMain?: boolean }) {
  return (
    <div className="rounded-md bg-raised/60 px-2 py-1.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={`text-lg font-semibold tabular-nums ${isMain ? 'text-accent' : ''}`}>{count(value)}</dd>
    </div>
  )
}

/** The numbers stand beside the words where there is room. */
const row = 'grid gap-x-4 gap-y-1 py-2 @md:grid-cols-[minmax(0,1fr)_auto]'

const step = 10

function useSome<T>(list: readonly T[]): [readonly T[], React.ReactNode] {
  const [max, setMax] = useState(step)
  const more = list.length > max && (
    <Button small onClick={() => setMax(max + step)}>
      {t('Show more ({list} left)', { list: count(list.length - max) })}
    </Button>
  )
  return [list.slice(0, max), more]
}

function Matches({ matched }: Pick<AutomationPreview, 'matched'>) {
  const [shown, more] = useSome(matched)
  if (matched.length === 0) return <Empty title={t('Nothing matches now.')} />
  return (
    <section aria-label={t('What matches now')} className="@container flex flex-col gap-2">
      <h3 className="text-[13px] font-medium">{t('It would act on')}</h3>
      <ul className="flex flex-col divide-y">
        {shown.map(({ entity, numbers, would }) => (
          <li key={`${entity.platform} ${entity.id}`} className={row}>
            <div>
              <EntityName {...entity} />
              <Would actions={would} />
            </div>
            <Numbers values={numbers} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

function Would({ actions }: { actions: PlannedAction[] }) {
  return (
    <ul className="text-[13px]">
      {actions.map(({ action, what, nothing }) => (
        <li key={action} className={nothing === null ? 'font-medium text-accent' : 'text-muted'}>
          {plainly.has(action) ? `${actionNames[action]}.` : <Said>{what}</Said>} <Said>{nothing}</Said>
        </li>
      ))}
    </ul>
  )
}

/** Of these there is no more to say than what they are. */
const plainly = new Set(['pause', 'resume', 'notify'])

function Skips({ skipped }: Pick<AutomationPreview, 'skipped'>) {
  const [shown, more] = useSome(skipped)
  if (skipped.length === 0) return null
  return (
    <section aria-label={t('What would be left alone')} className="@container flex flex-col gap-2">
      <h3 className="text-[13px] font-medium">{t('It would leave alone, although it comes close')}</h3>
      <ul className="flex flex-col divide-y">
        {shown.map(({ entity, reason, numbers }) => (
          <li key={`${entity.platform} ${entity.id}`} className={row}>
            <div>
              <EntityName {...entity} />
              <p lang="en" className="text-[13px]">
                {reason}
              </p>
            </div>
            <Numbers values={numbers} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}
