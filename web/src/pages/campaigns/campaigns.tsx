import { Link } from '@tanstack/react-router'
import { History, MessageSquare, Plus, Radio, Search } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { AdAccount } from '../../../../client/src/index.ts'
import { useAds, useAdSets, useCampaigns, useFoundInside } from '../../data/campaigns/campaigns.ts'
import type { StatusFilter } from '../../data/campaigns/campaigns.ts'
import { useKept } from '../../data/client/kept.ts'
import { Answer } from '../../ui/answer.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { WithAccount } from './account-page.tsx'
import { AskPause } from './ask-pause.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { lastDays, ranges } from './days.ts'
import { Duplicate } from './duplicate.tsx'
import { can, titleOf } from '../../data/platforms.ts'
import { Preview } from './preview.tsx'
import { rowsOf } from './tree-rows.ts'
import { TreeProvider, useTreeState } from './tree-state.tsx'
import type { Act, TreeState } from './tree-state.tsx'
import { Tree } from './tree.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

const statuses = [
  { value: '', label: t('Every state') },
  { value: 'ACTIVE', label: t('Switched on') },
  { value: 'PAUSED', label: t('Paused') },
  { value: 'ARCHIVED', label: t('Archived') },
]

export function Campaigns() {
  return <WithAccount at="/campaigns">{(of) => <OfAccount key={of.account.id} {...of} />}</WithAccount>
}

function OfAccount({ account, picker }: { account: AdAccount; picker: React.ReactNode }) {
  const [range, setRange] = useKept('campaigns.range', '7')
  const [status, setStatus] = useKept<StatusFilter>('campaigns.status', '')
  const [typed, setTyped] = useState('')
  const [acting, setActing] = useState<Act | null>(null)
  const tree = useTreeState(account, setActing)
  const asked = { account, range, status, typed: useDeferredValue(typed) }
  const close = () => setActing(null)
  return (
    <Page
      title={t('Campaigns')}
      lead={t('What runs in this {platform} account, what it costs and brings. Open a line to see what is in it.', {
        platform: titleOf(account.platform),
      })}
      actions={
        <>
          <SandboxOrLive of={[account.sandbox]} />
          <Elsewhere account={account} />
        </>
      }
    >
      <div className="grid grid-cols-2 gap-2 md:grid-cols-[minmax(14rem,1.2fr)_minmax(12rem,1fr)_10rem_10rem]">
        {picker}
        <TextField
          label={t('Search campaigns')}
          hideLabel
          type="search"
          placeholder={t('Name or id …')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('State')}
          hideLabel
          options={statuses}
          value={status}
          onChange={(word) => setStatus(word as StatusFilter)}
        />
        <SelectField label={t('Days of the figures')} hideLabel options={ranges} value={range} onChange={setRange} />
      </div>
      <TreeProvider value={tree}>
        <BulkBar />
        <Found {...asked} tree={tree} />
        <AskPause days={range === '1' ? t('today') : t('in the last {range} days', { range })} />
      </TreeProvider>
      {acting?.kind === 'duplicate' && <Duplicate account={account} entity={acting.entity} onClose={close} />}
      {acting?.kind === 'preview' && <Preview account={account} entity={acting.entity} onClose={close} />}
    </Page>
  )
}

function Elsewhere({ account }: { account: AdAccount }) {
  const search = { account: account.id }
  const look =
    'inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised'
  return (
    <>
      <Link to="/campaigns/new" search={search} className={look}>
        <Plus size={15} aria-hidden /> {t('New campaign')}
      </Link>
      {can(account.platform, 'searchAds') && (
        <Link to="/campaigns/searches" search={search} className={look}>
          <Search size={15} aria-hidden /> {t('Keywords')}
        </Link>
      )}
      {can(account.platform, 'conversions') && (
        <Link to="/campaigns/pixels" search={search} className={look}>
          <Radio size={15} aria-hidden /> {t('Pixels')}
        </Link>
      )}
      <Link to="/campaigns/comments" search={search} className={look}>
        <MessageSquare size={15} aria-hidden /> {t('Comments')}
      </Link>
      <Link to="/campaigns/changes" search={search} className={look}>
        <History size={15} aria-hidden /> {t('Changes')}
      </Link>
    </>
  )
}

interface TreeQuery {
  account: AdAccount
  range: string
  status: StatusFilter
  typed: string
}

function Found({ account, range, status, typed, tree }: TreeQuery & { tree: TreeState }) {
  const days = useMemo(() => lastDays(Number(range), account.timeZone), [range, account.timeZone])
  const campaigns = useCampaigns(account, days, status)
  const open = [...tree.open]
  const idsOf = (level: string) =>
    open.flatMap((key) => (key.startsWith(`${level}:`) ? [key.slice(level.length + 1)] : []))
  const adSets = useAdSets(account, days, idsOf('campaign'))
  const campaignOf = new Map([...adSets].flatMap(([id, { rows }]) => (rows ?? []).map((row) => [row.id, id] as const)))
  const parents = idsOf('adset').flatMap((id) => {
    const campaignId = campaignOf.get(id)
    return campaignId === undefined ? [] : [{ id, campaignId }]
  })
  const ads = useAds(account, days, parents)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const inside = useFoundInside(account.id, typed.trim()).data
  const found = useMemo(() => new Set(inside?.data.map(({ campaignId }) => campaignId)), [inside])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = campaigns
  const next = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const panels = new Set(Object.keys(tree.panels))
  const more = hasNextPage && !isFetchingNextPage ? next : null
  return (
    <Answer of={campaigns} what={t('the campaigns')}>
      {(all) => {
        const rows = rowsOf({ campaigns: all, adSets, ads, open: tree.open, panels, words, found })
        if (rows.length === 0 && more === null)
          return <Nothing account={account} isFiltered={status !== '' || words.length > 0} />
        return <Tree label={t('Campaigns of {name}', { name: account.name })} rows={rows} more={more} />
      }}
    </Answer>
  )
}

function Nothing({ account, isFiltered }: { account: AdAccount; isFiltered: boolean }) {
  if (isFiltered) return <Empty title={t('No campaign matches.')}>{t('Search for less, or show every state.')}</Empty>
  return (
    <Empty title={t('This account has no campaigns yet.')}>
      {rich('<make>Make one</make>, then <link>launch ads</link> into it.', {
        make: (inner) => (
          <Link to="/campaigns/new" search={{ account: account.id }} className="text-accent underline">
            {inner}
          </Link>
        ),
        link: (inner) => (
          <Link to="/launch" className="text-accent underline">
            {inner}
          </Link>
        ),
      })}
    </Empty>
  )
}
