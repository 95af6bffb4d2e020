import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { ResearchAd } from '../../../../client/src/index.ts'
import { useKept } from '../../data/client/kept.ts'
import { useBoardOfAds, useFollowed, useResearchAds, useResearchBoards } from '../../data/research.ts'
import type { ResearchFilter } from '../../data/research.ts'
import { Answer, More } from '../../ui/answer.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { AdCard } from './ad-card.tsx'
import { PageReader } from './page-reader.tsx'
import { ResearchDetail } from './research-detail.tsx'
import { t } from '../../languages/t.ts'

const start: ResearchFilter = { search: '', brandId: '', boardId: '', format: '', running: '', sort: 'newest' }

const formats = [
  { value: '', label: t('Every format') },
  { value: 'image', label: t('Pictures') },
  { value: 'video', label: t('Videos') },
  { value: 'carousel', label: t('Carousels') },
]
const runs = [
  { value: '', label: t('Running or not') },
  { value: 'true', label: t('Running now') },
  { value: 'false', label: t('Ended') },
]
const sorts = [
  { value: 'newest', label: t('Newest first') },
  { value: 'oldest', label: t('Oldest first') },
  { value: 'longest', label: t('Ran longest') },
]

export function Research() {
  const [filter, setFilter] = useKept('research.filter', start)
  return (
    <Page
      title={t('Research')}
      lead={t(
        'What others advertise, from the research tool that is connected. Keep what you like on a board, or take its pictures into the library.',
      )}
      actions={
        <Link to="/library" className="text-accent underline">
          {t('Back to the library')}
        </Link>
      }
    >
      <Filters filter={filter} change={(more) => setFilter({ ...filter, ...more })} />
      <Finds filter={useDeferredValue(filter)} />
      <PageReader />
    </Page>
  )
}

function Filters({ filter, change }: { filter: ResearchFilter; change: (more: Partial<ResearchFilter>) => void }) {
  const brands = useFollowed().data ?? []
  const boards = useResearchBoards().data ?? []
  const named = (list: { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, label: name }))
  const isOnBoard = filter.boardId !== ''
  return (
    <div className="grid grid-cols-2 gap-2 md:grid-cols-3 xl:grid-cols-6">
      <TextField
        label={t('Search ads')}
        hideLabel
        type="search"
        placeholder={t('Words or a brand …')}
        maxLength={200}
        disabled={isOnBoard}
        value={filter.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <SelectField
        label={t('Brand')}
        hideLabel
        disabled={isOnBoard}
        options={[{ value: '', label: t('Every brand') }, ...named(brands)]}
        value={filter.brandId}
        onChange={(brandId) => change({ brandId })}
      />
      <SelectField
        label={t('Board')}
        hideLabel
        options={[{ value: '', label: t('On a board or not') }, ...named(boards)]}
        value={filter.boardId}
        onChange={(boardId) => change({ boardId })}
      />
      <SelectField
        label={t('Format')}
        hideLabel
        disabled={isOnBoard}
        options={formats}
        value={filter.format}
        onChange={(format) => change({ format })}
      />
      <SelectField
        label={t('Whether it runs')}
        hideLabel
        disabled={isOnBoard}
        options={runs}
        value={filter.running}
        onChange={(running) => change({ running: running as ResearchFilter['running'] })}
      />
      <SelectField
        label={t('Order')}
        hideLabel
        disabled={isOnBoard}
        options={sorts}
        value={filter.sort}
        onChange={(sort) => change({ sort: sort as ResearchFilter['sort'] })}
      />
    </div>
  )
}

function Finds({ filter }: { filter: ResearchFilter }) {
  const isOnBoard = filter.boardId !== ''
  const found = useResearchAds(filter, !isOnBoard)
  const board = useBoardOfAds(filter.boardId)
  const [opened, setOpened] = useState<ResearchAd | null>(null)
  const asked = isOnBoard ? board : found
  const { error } = asked
  if (!asked.data && error instanceof FlightdeckError && error.code === 'platform_unavailable')
    return <NoSource why={error.message} />
  return (
    <>
      <Answer of={asked} what={t('ads')}>
        {({ ads, total }) => (ads.length === 0 ? <NoMatch /> : <Ads ads={ads} total={total} onOpen={setOpened} />)}
      </Answer>
      {!isOnBoard && <More of={found}>{t('Show more')}</More>}
      {opened && <ResearchDetail ad={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const NoMatch = () => <Empty title={t('No ad matches.')}>{t('Search for less, or choose another brand.')}</Empty>

function Ads({ ads, total, onOpen }: { ads: ResearchAd[]; total: number; onOpen: (ad: ResearchAd) => void }) {
  return (
    <>
      <p role="status" className="text-[13px] text-muted">
        {t({ one: '{count} ad', other: '{count} ads' }, { count: total })}
      </p>
      <ul
        aria-label={t('Ads')}
        className="grid gap-3 [grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))]"
      >
        {ads.map((ad) => (
          <AdCard key={ad.id} ad={ad} onOpen={() => onOpen(ad)} />
        ))}
      </ul>
    </>
  )
}

function NoSource({ why }: { why: string }) {
  return (
    <Empty title={t('Research has no source just now.')}>
      {t('{why} Whoever runs this service can set it up; pages of the web can be read below all the same.', { why })}
    </Empty>
  )
}
