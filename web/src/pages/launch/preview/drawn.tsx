import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { splitList } from '../../../../../client/src/sheet/values.ts'
import type { Placement } from '../../../data/platforms.ts'
import { isVideo, shownMedia } from '../grid/media-cell.tsx'
import { nameOf } from '../sheet/known.ts'
import type { Row } from '../sheet/rows.ts'
import { t } from '../../../languages/t.ts'

const cta = (word: string) => word.toLowerCase().replaceAll('_', ' ')

interface DrawnProps {
  row: Row
  /** What the ad has of a column. */
  text: (column: string) => string
  placement: Placement
}

/** An ad as it would appear in one place. */
export function Drawn({ row, text, placement }: DrawnProps) {
  const page = text('page')
  const says = {
    who: nameOf(page) ?? (page || t('Your page')),
    title: text('headline') || text('title'),
    body: text('description'),
    action: text('cta'),
  }
  const picture = <Media urls={splitList(row.cells.media ?? '')} ratio={placement.ratio} />
  if (placement.texts === 'over') {
    return (
      <div className="relative overflow-hidden rounded-lg border bg-black text-white">
        {picture}
        <div className="absolute inset-x-0 top-0 bg-black/60 p-2 text-xs font-medium">{says.who}</div>
        <div className="absolute inset-x-0 bottom-0 flex flex-col gap-1 bg-black/60 p-2">
          {says.title && <p className="line-clamp-2 text-sm font-semibold">{says.title}</p>}
          {says.body && <p className="line-clamp-2 text-xs">{says.body}</p>}
          {says.action && (
            <p className="rounded bg-white py-1 text-center text-xs font-medium text-black capitalize">
              {cta(says.action)}
            </p>
          )}
        </div>
      </div>
    )
  }
  return (
    <div className="overflow-hidden rounded-lg border">
      <p className="truncate p-2 text-xs font-medium">{says.who}</p>
      {says.body && <p className="line-clamp-3 px-2 pb-2 text-xs whitespace-pre-line">{says.body}</p>}
      {picture}
      <div className="flex items-center justify-between gap-2 bg-raised p-2">
        <p className="line-clamp-2 min-w-0 text-xs font-semibold break-words">{says.title || '–'}</p>
        {says.action && (
          <span className="shrink-0 rounded border border-field px-1.5 py-0.5 text-xs capitalize">
            {cta(says.action)}
          </span>
        )}
      </div>
    </div>
  )
}

function Media({ urls, ratio }: { urls: string[]; ratio: number }) {
  const [shapes, setShapes] = useState<ReadonlyMap<string, number>>(new Map())
  const chosen = nearest(urls, shapes, ratio)
  const safe = chosen ? shownMedia(chosen) : null
  const learn = (url: string, width: number, height: number) => {
    if (height > 0 && !shapes.has(url)) setShapes((now) => new Map(now).set(url, width / height))
  }
  return (
    <div className="flex w-full items-center justify-center bg-raised text-muted" style={{ aspectRatio: ratio }}>
      {!safe || !chosen ? (
        <ImageOff size={22} aria-label={t('No media')} role="img" />
      ) : isVideo(chosen) ? (
        <video
          src={safe}
          muted
          controls
          preload="metadata"
          className="size-full object-cover"
          aria-label={t('The video of the ad')}
        />
      ) : (
        <img src={safe} alt={t('The picture of the ad')} className="size-full object-cover" />
      )}
      {urls.length > 1 &&
        urls
          .filter((url) => !shapes.has(url) && !isVideo(url))
          .map((url) => (
            <img
              key={url}
              src={shownMedia(url) ?? undefined}
              alt=""
              hidden
              onLoad={(event) => learn(url, event.currentTarget.naturalWidth, event.currentTarget.naturalHeight)}
            />
          ))}
    </div>
  )
}

/** Of several media the one whose shape comes nearest. */
function nearest(urls: readonly string[], shapes: ReadonlyMap<string, number>, ratio: number): string | undefined {
  const off = (url: string) => Math.abs(Math.log((shapes.get(url) ?? 1) / ratio))
  return urls.length < 2 ? urls[0] : urls.toSorted((one, other) => off(one) - off(other))[0]
}
