import { splitList } from '../../../../../client/src/sheet/values.ts'
import { safeLink } from '../../../ui/links.ts'
import { useUploads } from '../media/uploads.ts'
import { nameOf } from '../sheet/known.ts'
import { t } from '../../../languages/t.ts'

/** The media of an ad, as small pictures, and what is still on its way. */
export function MediaCell({ rowId, text }: { rowId: number; text: string }) {
  const uploads = useUploads(rowId)
  const urls = splitList(text)
  return (
    <span className="flex min-w-0 items-center gap-1">
      {urls.slice(0, 3).map((url, place) => (
        <Thumb key={`${place} ${url}`} url={url} />
      ))}
      <span className="truncate">
        {urls.length > 1 ? t('{urls} files', { urls: urls.length }) : urls.map(fileName)}
      </span>
      {uploads.map(({ id, name, share }) => (
        <span key={id} className="flex items-center gap-1 text-muted">
          <progress aria-label={t('Upload of {name}', { name })} value={share} max={1} className="h-1.5 w-12" />
          <span className="truncate">{name}</span>
        </span>
      ))}
    </span>
  )
}

function fileName(url: string): string {
  const known = nameOf(url)
  if (known) return known
  const last = url.split(/[?#]/, 1).join('').split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || url
  } catch {
    return last || url
  }
}

export const isVideo = (url: string) => /\.(mp4|mov|webm|m4v)([?#]|$)/i.test(url)

/** An address that is whole and leads to a picture or a video: while it is being typed nothing is fetched. */
export function shownMedia(url: string): string | null {
  const isWhole = /^https?:\/\/[^/]+\/.*\.(png|jpe?g|gif|webp|avif|mp4|mov|m4v|webm)([?#]|$)/i.test(url)
  return isWhole ? safeLink(url) : null
}

function Thumb({ url }: { url: string }) {
  const safe = shownMedia(url)
  if (!safe) return null
  const look = 'size-7 shrink-0 rounded object-cover bg-raised'
  if (isVideo(url)) return <video src={safe} muted preload="metadata" className={look} aria-hidden />
  return <img src={safe} alt="" loading="lazy" className={look} />
}
