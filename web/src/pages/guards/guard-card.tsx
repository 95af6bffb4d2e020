import { Info, ShieldCheck } from 'lucide-react'
import type { GuardMode, SpendGuard, SpendGuardStatus } from '../../../../client/src/index.ts'
import { useAccountName } from '../../data/accounts.ts'
import { setGuards } from '../../data/guards.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { titleOf } from '../../data/platforms.ts'
import { useActors } from './actors.ts'
import { CapBar } from './cap-bar.tsx'
import { basisWords, guardWords, scopeWords } from './guard-words.ts'
import { numberLocale } from '../../ui/words/locale.ts'
import { rich } from '../../languages/rich.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

const modes: Record<GuardMode, string> = { refuse: t('refuse'), ask: t('ask'), warn: t('warn') }

interface CardProps {
  status: SpendGuardStatus
  /** All of them: a change sends the whole set. */
  guards: SpendGuard[]
  onChange: () => void
  onRemove: () => void
}

/** What one guard holds back, and how its caps stand. */
export function GuardCard({ status, guards, onChange, onRemove }: CardProps) {
  const admin = useMay('admin')
  const { nameOf } = useActors()
  const accountName = useAccountName()
  const { guard, day, month, warnings } = status
  const name = guard.name ?? t('Guard {id}', { id: guard.id })
  return (
    <Card
      title={name}
      actions={
        <span className="flex gap-1">
          <Button small disabled={!admin} aria-label={t('Change {name}', { name })} onClick={onChange}>
            {t('Change')}
          </Button>
          <Button small disabled={!admin} aria-label={t('Remove {name}', { name })} onClick={onRemove}>
            {t('Remove')}
          </Button>
        </span>
      }
    >
      <div className="mb-2 flex flex-wrap gap-1">
        <Badge tone={guard.mode === 'refuse' ? 'bad' : guard.mode === 'ask' ? 'warn' : 'calm'}>
          {modes[guard.mode]}
        </Badge>
        {guard.by !== null && <Badge tone="busy">{nameOf(guard.by)}</Badge>}
        {guard.stop && <Badge tone="bad">{t('pauses what spends')}</Badge>}
        {guard.fourEyes && <Badge>{t('four eyes')}</Badge>}
        <Badge>{scopeWords(guard, accountName)}</Badge>
      </div>
      <ul className="list-disc pl-5">
        {guardWords(guard).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {(day ?? month) && (
        <div className="mt-3 flex flex-col gap-4 border-t pt-3">
          {day && <CapBar name={t('Today')} guard={guard} cap={day} />}
          {month && <CapBar name={t('This month')} guard={guard} cap={month} />}
          <p className="text-[13px] text-muted">
            {basisWords(guard)} <Overdelivery status={status} />
          </p>
          {warnings.map((text) => (
            <p key={text} lang="en" className="text-[13px] text-warn">
              {text}
            </p>
          ))}
        </div>
      )}
      <Proposed status={status} guards={guards} name={name} />
    </Card>
  )
}

/** How far a day may go beyond what is drawn, beside it. */
function Overdelivery({ status: { guard, dayFactors } }: { status: SpendGuardStatus }) {
  if (dayFactors.length === 0) return null
  const [first, ...others] = dayFactors.map(({ platform, factor }) => ({
    place: titleOf(platform),
    factor: factor.toLocaleString(numberLocale),
  }))
  const more = others.map(({ place, factor }) => `, ${t('on {place} {factor}', { place, factor })}`).join('')
  const counted = guard.overdelivery ? t('This is counted.') : t('This is not counted.')
  const sources = dayFactors.map(({ source }) => source).join('\n')
  return (
    <span>
      {rich('On {place} a day may cost up to {factor} times a daily budget{more}. {counted}', {
        place: first?.place,
        factor: first?.factor,
        more,
        counted,
      })}{' '}
      <span lang="en" role="img" aria-label={sources} title={sources} className="inline-block align-[-2px]">
        <Info size={13} aria-hidden />
      </span>
    </span>
  )
}

/** Counting what runs is stricter, so it is one press. */
function Proposed({
  status: { guard, proposal },
  guards,
  name,
}: Omit<CardProps, 'onChange' | 'onRemove'> & { name: string }) {
  const admin = useMay('admin')
  const put = useWrite(setGuards, { done: t('{name} counts what runs from now on.', { name }) })
  const count = () =>
    put.mutate({ guards: guards.map((one) => (one.id === guard.id ? { ...one, basis: 'commitments' } : one)) })
  if (!proposal) return null
  return (
    <div
      role="note"
      aria-label={t('Proposal for {name}', { name })}
      className="mt-3 flex flex-col gap-2 rounded-md bg-accent-soft p-3"
    >
      <p className="flex items-center gap-2 font-medium">
        <ShieldCheck size={16} aria-hidden className="shrink-0 text-accent" /> {t('Count what runs, too')}
      </p>
      <p className="text-[13px]">
        {rich('This guard leaves out budgets that run without having been changed here today. {message}', {
          message: <Said>{proposal.message}</Said>,
        })}
      </p>
      <Problem error={put.error} />
      <div>
        <Button
          small
          look="main"
          disabled={!admin}
          busy={put.isPending}
          aria-label={t('Count what runs in {name}', { name })}
          onClick={count}
        >
          {t('Count what runs')}
        </Button>
      </div>
    </div>
  )
}
