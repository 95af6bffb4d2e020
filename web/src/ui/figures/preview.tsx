import type { AccountExposure, GoesLive, GuardNote, GuardVerdict } from '../../../../client/src/index.ts'
import { Badge } from '../badge.tsx'
import { SandboxOrLive } from '../sandbox-or-live.tsx'
import { Costs } from './costs.tsx'
import { Said } from '../words/said.tsx'
import { t } from '../../languages/t.ts'

/** What every rehearsal of a write answers besides what it is about. */
export interface Rehearsed {
  sandbox: boolean
  depth?: 'rules' | 'platform'
  guards?: GuardNote[]
  goesLive?: GoesLive
  exposure?: AccountExposure[]
  verdicts?: GuardVerdict[]
  asks?: string
}

const modes = { refuse: t('refuses'), ask: t('asks first'), warn: t('warns') } as const

/** What a write would cost and what guards say to it, before it is made. */
export function Preview({ of, children }: { of: Rehearsed; children: React.ReactNode }) {
  const passed = (of.verdicts ?? []).filter(({ verdict }) => verdict === 'passes')
  return (
    <section aria-label={t('What would happen')} className="flex flex-col gap-1.5 rounded-lg border bg-raised p-3">
      <p>
        <SandboxOrLive of={[of.sandbox]} /> {children}{' '}
        {of.depth === 'platform'
          ? t('The platform was asked, and takes it.')
          : t('Our rules take it; the platform was not asked.')}
      </p>
      <Costs goesLive={of.goesLive} exposure={of.exposure} />
      {(of.guards ?? []).map((note) => (
        <p key={`${note.guard} ${note.limit}`} className="flex items-start gap-2">
          <Badge tone={note.mode === 'refuse' ? 'bad' : 'warn'}>{modes[note.mode]}</Badge>
          <span className="wrap-anywhere">
            {note.name ?? t('Guard {guard}', { guard: note.guard })}: <Said>{note.message}</Said>
          </span>
        </p>
      ))}
      {of.asks && (
        <p lang="en" className="text-warn">
          {of.asks}
        </p>
      )}
      {passed.length > 0 && (
        <p className="text-muted">
          {t(
            { one: 'This spend guard passes it: {passed}.', other: 'These spend guards pass it: {passed}.' },
            {
              count: passed.length,
              passed: passed.map(({ name, guard }) => name ?? t('guard {guard}', { guard })).join(', '),
            },
          )}
        </p>
      )}
    </section>
  )
}

/** Whether a guard would refuse it as it is. */
export function isRefused({ verdicts = [] }: Rehearsed): boolean {
  return verdicts.some(({ verdict }) => verdict === 'would be refused')
}

/** Whether a person is asked before anything of it is done. */
export function willAsk(of: Rehearsed): boolean {
  return (
    !isRefused(of) && (of.asks !== undefined || (of.verdicts ?? []).some(({ verdict }) => verdict === 'needs approval'))
  )
}
