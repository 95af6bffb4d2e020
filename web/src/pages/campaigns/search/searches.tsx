import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { wordLists } from '../../../app/search.ts'
import type { SearchesSearch, WordList } from '../../../app/search.ts'
import { useAdGroups } from '../../../data/campaigns/search-ads.ts'
import type { Within } from '../../../data/campaigns/search-ads.ts'
import { can, titleOf, titlesWith } from '../../../data/platforms.ts'
import { Failed } from '../../../ui/answer.tsx'
import { Empty, Page } from '../../../ui/page.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { WithAccount } from '../account-page.tsx'
import { Keywords } from './keywords.tsx'
import { Negatives } from './negatives.tsx'
import { Terms } from './terms.tsx'
import { t } from '../../../languages/t.ts'

const at = '/campaigns/searches'

/** What people search for, by which words ads are shown, and from which searches they are kept away. */
export function Searches() {
  return (
    <WithAccount at={at} suits={({ platform }) => can(platform, 'searchAds')}>
      {(of) => <OfAccount key={of.account.id} {...of} />}
    </WithAccount>
  )
}

const lists: Record<WordList, string> = { terms: t('Searches'), keywords: t('Keywords'), negatives: t('Negatives') }

function OfAccount({ account, picker }: { account: AdAccount; picker: React.ReactNode }) {
  const isAble = can(account.platform, 'searchAds')
  return (
    <Page
      title={t('Searches and keywords')}
      lead={t(
        'What people typed before they saw an ad and what came of it, the words that ads are shown for, and those that keep them away.',
      )}
      actions={
        <>
          <SandboxOrLive of={[account.sandbox]} />
          <Link to="/campaigns" search={{ account: account.id }} className="text-accent underline">
            {t('Back to the campaigns')}
          </Link>
        </>
      }
    >
      {isAble ? (
        <Words account={account} picker={picker} />
      ) : (
        <>
          <div className="max-w-sm">{picker}</div>
          <Empty title={t('{platform} has no keywords.', { platform: titleOf(account.platform) })}>
            {t('Ads are shown for searches in accounts of {titlesWith}: choose one above.', {
              titlesWith: titlesWith('searchAds'),
            })}
          </Empty>
        </>
      )}
    </Page>
  )
}

function Words({ account, picker }: { account: AdAccount; picker: React.ReactNode }) {
  const search = useSearch({ from: at })
  const navigate = useNavigate()
  const { list = 'terms', campaign, group } = search
  const change = (some: Partial<SearchesSearch>) =>
    void navigate({ to: at, search: (now) => ({ ...now, account: account.id, ...some }), replace: true })
  const within: Within = {
    accountId: account.id,
    ...(campaign && { campaignId: campaign }),
    ...(group && { adGroupId: group }),
  }
  return (
    <>
      <nav aria-label={t('What is listed')} className="-mt-1 flex gap-1 overflow-x-auto border-b">
        {wordLists.map((name) => (
          <Link
            key={name}
            to={at}
            search={{ ...search, account: account.id, list: name === 'terms' ? undefined : name }}
            aria-current={name === list ? 'page' : undefined}
            className="border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            {lists[name]}
          </Link>
        ))}
      </nav>
      <Where account={account} picker={picker} search={search} onChange={change} />
      {list === 'terms' && <Terms account={account} within={within} />}
      {list === 'keywords' && <Keywords account={account} within={within} />}
      {list === 'negatives' && <Negatives account={account} within={within} />}
    </>
  )
}

interface WhereProps {
  account: AdAccount
  picker: React.ReactNode
  search: SearchesSearch
  onChange: (some: Partial<SearchesSearch>) => void
}

/** Of which campaign and ad group. */
function Where({ account, picker, search, onChange }: WhereProps) {
  const groups = useAdGroups(account.id)
  const all = groups.data ?? []
  const campaigns = new Map(all.map(({ campaignId, campaignName }) => [campaignId, campaignName]))
  const those = all.filter(({ campaignId }) => !search.campaign || campaignId === search.campaign)
  return (
    <>
      <div className="grid gap-2 md:grid-cols-3">
        {picker}
        <SelectField
          label={t('Campaign')}
          hideLabel
          options={[
            { value: '', label: t('All campaigns') },
            ...[...campaigns].map(([value, label]) => ({ value, label })),
          ]}
          value={search.campaign ?? ''}
          onChange={(campaign) => onChange({ campaign: campaign || undefined, group: undefined })}
        />
        <SelectField
          label={t('Ad group')}
          hideLabel
          options={[
            { value: '', label: t('All ad groups') },
            ...those.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={search.group ?? ''}
          onChange={(group) => onChange({ group: group || undefined })}
        />
      </div>
      <Failed of={[groups]} />
    </>
  )
}
