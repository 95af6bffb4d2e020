import type { ConnectedAccount, Connection } from '../../../../client/src/index.ts'
import { State } from '../../ui/badge.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { ago, moment, wholeDay } from '../../ui/words/format.ts'
import { Progress } from '../../ui/figures/progress.tsx'
import { cx } from '../../ui/classes.ts'
import { Actions } from './actions.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { rich } from '../../languages/rich.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

export function ConnectionCard({ connection, isNew = false }: { connection: Connection; isNew?: boolean }) {
  const { platform, label, sandbox, state, stateReason } = connection
  return (
    <li className={cx('flex flex-col gap-3 rounded-lg border bg-surface p-4', isNew && 'border-good')}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-[15px] font-semibold">
          <PlatformTitle name={platform} />
        </h2>
        {connection.id !== null && <span className="text-muted">{label}</span>}
        <span className="ml-auto flex gap-1.5">
          <SandboxOrLive of={[sandbox]} />
          <State word={state} />
        </span>
      </div>
      {stateReason !== null && (
        <p lang="en" className="rounded-md bg-bad-soft p-2 text-bad">
          {stateReason}
        </p>
      )}
      <Facts connection={connection} />
      <Permissions connection={connection} />
      <Accounts accounts={connection.accounts} />
      {connection.rehearsal && <Rehearsal connection={connection} rehearsal={connection.rehearsal} />}
      <Actions connection={connection} />
    </li>
  )
}

function Facts({ connection }: { connection: Connection }) {
  const { expiresAt, sandbox, identity, platformVersion, platformVersionEndsOn, platformEndings } = connection
  const ends =
    expiresAt === null
      ? sandbox
        ? t('never')
        : t('not, or the platform does not say')
      : `${moment(expiresAt)}, ${ago(expiresAt)}`
  const version =
    platformVersionEndsOn === null
      ? platformVersion
      : t('{platformVersion}, which ends on {day}', {
          platformVersion: platformVersion ?? '',
          day: wholeDay(platformVersionEndsOn),
        })
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {identity !== null && identity !== '' && (
        <>
          <dt className="text-muted">{t('Opened as')}</dt>
          <dd className="wrap-anywhere">{identity}</dd>
        </>
      )}
      <dt className="text-muted">{t('Ends')}</dt>
      <dd>{ends}</dd>
      <dt className="text-muted">{t('Platform version')}</dt>
      <dd>{version}</dd>
      {platformEndings.map(({ on, what }) => (
        <div key={`${on} ${what}`} className="contents">
          <dt className="text-muted">{wholeDay(on)}</dt>
          <dd className="text-[13px]">{rich('The platform {what}.', { what: <Said>{what}</Said> })}</dd>
        </div>
      ))}
    </dl>
  )
}

function Permissions({ connection: { scopes, missingScopes } }: { connection: Connection }) {
  if (scopes.length === 0 && missingScopes.length === 0) return null
  return (
    <div className="flex flex-col gap-2 text-[13px]">
      {missingScopes.map(({ feature, scopes: missing }) => (
        <p key={feature} className="rounded-md bg-warn-soft p-2 text-warn">
          {t('{feature} cannot work yet: it lacks {missing}.', { feature, missing: missing.join(', ') })}
        </p>
      ))}
      {scopes.length > 0 && (
        <p className="flex flex-wrap items-center gap-1">
          <span className="mr-1 text-muted">{t('Permissions')}</span>
          {scopes.map((scope) => (
            <code key={scope} className="rounded bg-raised px-1 font-mono text-xs">
              {scope}
            </code>
          ))}
        </p>
      )}
    </div>
  )
}

const shownAtFirst = 5

function Accounts({ accounts }: { accounts: ConnectedAccount[] }) {
  if (accounts.length === 0) return <p className="text-muted">{t('No ad account is reached through it.')}</p>
  const [first, rest] = [accounts.slice(0, shownAtFirst), accounts.slice(shownAtFirst)]
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-[13px] font-medium">
        {t(
          {
            one: '{count} ad account, and how much of the platform’s allowance is used',
            other: '{count} ad accounts, and how much of the platform’s allowance is used',
          },
          { count: accounts.length },
        )}
      </h3>
      <AccountList accounts={first} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-[13px] text-accent">
            {t('{rest} more', { rest: rest.length })}
          </summary>
          <AccountList accounts={rest.slice(0, 200)} />
          {rest.length > 200 && (
            <p className="text-[13px] text-muted">{t('and {rest} more.', { rest: rest.length - 200 })}</p>
          )}
        </details>
      )}
    </div>
  )
}

/** So much of an allowance, in percent, that calls begin to wait. */
const nearlyAll = 90

function AccountList({ accounts }: { accounts: ConnectedAccount[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {accounts.map(({ id, name, usagePercent, blockedUntil }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_7rem_3rem] items-center gap-2 text-[13px]">
          <span className="min-w-0">
            <span className="block truncate" title={id}>
              {name}
            </span>
            {blockedUntil === null && usagePercent >= nearlyAll && (
              <span className="block text-muted">
                {t('Nearly used up: it works, and calls wait until the platform allows more.')}
              </span>
            )}
            {blockedUntil !== null && (
              <span className="block text-bad">
                {t('The platform takes no calls for it until {blockedUntil}.', { blockedUntil: moment(blockedUntil) })}
              </span>
            )}
          </span>
          <Progress
            label={t('Allowance of {name} that is used', { name })}
            total={100}
            parts={[
              {
                count: Math.min(100, usagePercent),
                tone: usagePercent >= nearlyAll ? 'bad' : usagePercent >= 60 ? 'warn' : 'good',
              },
            ]}
          />
          <span className="text-right tabular-nums">{Math.round(usagePercent)} %</span>
        </li>
      ))}
    </ul>
  )
}
