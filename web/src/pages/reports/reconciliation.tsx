import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReconciledAccount } from '../../../../client/src/index.ts'
import { useAccountName } from '../../data/accounts.ts'
import { compareNow, useReconciliation } from '../../data/reports.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select.tsx'
import { ago, count, money, wholeDay } from '../../ui/words/format.ts'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { rich } from '../../languages/rich.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

const spans = [7, 14, 30].map((days) => ({ value: String(days), label: t('Last {days} days', { days }) }))

/** Whether what is kept here is what the platforms say of whole accounts, for whoever has to trust the figures. */
export function Reconciliation() {
  const [days, setDays] = useState('7')
  const answer = useReconciliation(Number(days))
  const nameOf = useAccountName()
  const compare = useWrite(compareNow, {
    done: (failed) =>
      failed.length === 0 ? t('Compared with what the platforms say now.') : t('Compared, but not all of them.'),
  })
  return (
    <Page
      title={t('Reconciliation')}
      lead={
        <>
          <Link to="/reports" className="inline-flex items-center gap-1 text-accent hover:underline">
            <ArrowLeft size={14} aria-hidden /> {t('Reports')}
          </Link>
          <span className="block">
            {t(
              'What is kept of ads, held against the platforms’ own totals of each account: every night, and when you ask.',
            )}
          </span>
        </>
      }
      actions={
        <>
          <SelectField label={t('Which days')} hideLabel options={spans} value={days} onChange={setDays} />
          <Button busy={compare.isPending} onClick={() => compare.mutate(Number(days))}>
            {t('Compare now')}
          </Button>
        </>
      }
    >
      <Problem error={compare.error} />
      {compare.data?.map(({ accountId, reason }) => (
        <p key={accountId} className="text-warn">
          {rich('{accountId} could not be compared: {reason}', {
            accountId: nameOf(accountId) ?? accountId,
            reason: <Said>{reason}</Said>,
          })}
        </p>
      ))}
      <Answer of={answer} what={t('the comparison')} empty={<Empty title={t('No ad account is connected yet.')} />}>
        {({ data }) => (
          <>
            <Told accounts={data} />
            <Accounts accounts={data} />
            {data.map((account) => (
              <Differences key={`${account.platform} ${account.accountId}`} account={account} />
            ))}
          </>
        )}
      </Answer>
    </Page>
  )
}

const differs = ({ differences }: ReconciledAccount) => differences.length > 0

/** The answer first: whether they agree. */
function Told({ accounts }: { accounts: readonly ReconciledAccount[] }) {
  const compared = accounts.filter(({ daysCompared }) => daysCompared > 0)
  const other = compared.filter(differs)
  if (compared.length === 0)
    return <p>{t('Nothing was compared in these days yet: it is done every night, or now by the button.')}</p>
  const Icon = other.length > 0 ? TriangleAlert : Check
  return (
    <p className="flex items-center gap-2 font-medium">
      <Icon size={18} aria-hidden className={other.length > 0 ? 'text-warn' : 'text-good'} />
      {other.length > 0
        ? t('{other} of {compared} accounts differ from what their platforms say.', {
            other: count(other.length),
            compared: count(compared.length),
          })
        : t('All {compared} accounts that were compared are what their platforms say.', {
            compared: count(compared.length),
          })}
    </p>
  )
}

function Accounts({ accounts }: { accounts: readonly ReconciledAccount[] }) {
  return (
    <Table
      label={t('Ad accounts')}
      rows={accounts}
      keyOf={({ platform, accountId }) => `${platform} ${accountId}`}
      columns={[
        {
          head: t('Ad account'),
          cell: ({ accountName, platform }) => (
            <>
              {accountName} <PlatformTitle name={platform} />
            </>
          ),
        },
        { head: t('Kept here'), figure: true, cell: ({ kept, currency }) => money(kept?.spend, currency) },
        {
          head: t('The platform says'),
          figure: true,
          cell: ({ platformTotal, currency }) => money(platformTotal?.spend, currency),
        },
        { head: t('Beyond'), figure: true, cell: ({ rest, currency }) => money(rest?.spend, currency) },
        { head: t('Days that differ'), figure: true, cell: ({ differences }) => count(differences.length) },
        { head: t('Days compared'), figure: true, wideOnly: true, cell: ({ daysCompared }) => count(daysCompared) },
        {
          head: t('Compared'),
          wideOnly: true,
          cell: ({ comparedAt }) => (comparedAt ? ago(comparedAt) : t('not yet')),
        },
      ]}
    />
  )
}

function Differences({ account }: { account: ReconciledAccount }) {
  if (!differs(account)) return null
  const { accountName, currency, differences } = account
  return (
    <Card title={t('{accountName}: days that differ', { accountName })}>
      <Table
        label={t('Days of {accountName} that differ', { accountName })}
        rows={differences}
        keyOf={({ date }) => date}
        columns={[
          { head: t('Day'), cell: ({ date }) => wholeDay(date), oneLine: true },
          { head: t('Kept here'), figure: true, cell: ({ kept }) => money(kept.spend, currency) },
          {
            head: t('The platform says'),
            figure: true,
            cell: ({ platformTotal }) => money(platformTotal.spend, currency),
          },
          { head: t('Since'), wideOnly: true, cell: ({ differsSince }) => ago(differsSince) },
        ]}
      />
    </Card>
  )
}
