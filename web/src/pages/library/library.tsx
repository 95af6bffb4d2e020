import { Link } from '@tanstack/react-router'
import { Telescope, Type } from 'lucide-react'
import { useCallback, useDeferredValue, useState } from 'react'
import type { StoredMedia } from '../../../../client/src/index.ts'
import { useMedia } from '../../data/launch/media.ts'
import type { MediaFilter } from '../../data/launch/media.ts'
import { useMay } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { cx } from '../../ui/classes.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { BoardsPanel } from './boards-panel.tsx'
import { MediaDetail } from './media-detail.tsx'
import { MediaGrid } from './media-grid.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UploadButton, UploadList, useDrop } from './upload-list.tsx'
import { t } from '../../languages/t.ts'

const types = [
  { value: '', label: t('Every kind') },
  { value: 'image', label: t('Pictures') },
  { value: 'video', label: t('Videos') },
  { value: 'document', label: t('Documents') },
]

export function Library() {
  const [filter, setFilter] = useState<MediaFilter>({ search: '', type: '', tag: '', boardId: null })
  const isOver = useDrop(filter.boardId, useMay('launch'))
  return (
    <Page
      title={t('Library')}
      lead={t('Pictures, videos and documents for your ads. Drop files anywhere on this page to upload them.')}
      actions={
        <>
          <Link
            to="/library/texts"
            className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
          >
            <Type size={15} aria-hidden /> {t('Ad texts')}
          </Link>
          <Link
            to="/library/research"
            className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
          >
            <Telescope size={15} aria-hidden /> {t('Research')}
          </Link>
          <UploadButton boardId={filter.boardId} />
        </>
      }
    >
      <UploadList />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[14rem_minmax(0,1fr)]">
        <BoardsPanel
          boardId={filter.boardId}
          setBoard={(boardId) => setFilter({ ...filter, boardId })}
          tag={filter.tag}
          setTag={(tag) => setFilter({ ...filter, tag })}
        />
        <div
          className={cx(
            'flex min-w-0 flex-col gap-3 rounded-lg',
            isOver && 'outline-2 outline-offset-4 outline-accent',
          )}
        >
          <div className="grid grid-cols-[minmax(0,1fr)_9rem] gap-2">
            <TextField
              label={t('Search the library')}
              hideLabel
              type="search"
              placeholder={t('Name of a file …')}
              value={filter.search}
              onChange={(event) => setFilter({ ...filter, search: event.target.value })}
            />
            <SelectField
              label={t('Kind')}
              hideLabel
              options={types}
              value={filter.type}
              onChange={(type) => setFilter({ ...filter, type: type as MediaFilter['type'] })}
            />
          </div>
          <Files filter={useDeferredValue(filter)} />
        </div>
      </div>
    </Page>
  )
}

function Files({ filter }: { filter: MediaFilter }) {
  const media = useMedia(filter)
  const [chosen, setChosen] = useState<ReadonlyMap<number, StoredMedia>>(new Map())
  const [opened, setOpened] = useState<StoredMedia | null>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = media
  const next = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const choose = (id: number, isChosen: boolean) => {
    const item = media.data?.items.find((each) => each.id === id)
    const others = new Map(chosen)
    if (isChosen && item) others.set(id, item)
    else others.delete(id)
    setChosen(others)
  }
  return (
    <>
      {chosen.size > 0 && (
        <SelectionBar chosen={[...chosen.values()]} boardId={filter.boardId} clear={() => setChosen(new Map())} />
      )}
      <Answer of={media} what={t('the library')}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <>
                <p role="status" className="text-[13px] text-muted">
                  {t({ one: '{count} file', other: '{count} files' }, { count: total ?? items.length })}
                </p>
                <MediaGrid
                  items={items}
                  chosen={new Set(chosen.keys())}
                  choose={choose}
                  open={setOpened}
                  more={hasNextPage && !isFetchingNextPage ? next : null}
                />
              </>
            )}
            {opened && (
              <MediaDetail
                key={opened.id}
                item={items.find(({ id }) => id === opened.id) ?? opened}
                onClose={() => setOpened(null)}
              />
            )}
          </>
        )}
      </Answer>
    </>
  )
}

function Nothing({ filter: { search, type, tag, boardId } }: { filter: MediaFilter }) {
  if (search || type || tag)
    return <Empty title={t('No file matches.')}>{t('Search for less, or choose no tag.')}</Empty>
  if (boardId)
    return (
      <Empty title={t('Nothing is on this board yet.')}>{t('Drop files here, or choose some of the library.')}</Empty>
    )
  return (
    <Empty title={t('The library is empty.')}>
      {t(
        'Drop pictures, videos or PDFs here, or press Upload: PNG, JPG, GIF, MP4, MOV, AVI and PDF, at most 100 MB each.',
      )}
    </Empty>
  )
}
