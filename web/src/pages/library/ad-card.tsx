import type { ResearchAd } from '../../../../client/src/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { webAddress } from '../../ui/web-link.tsx'
import { t } from '../../languages/t.ts'

/** Whether it runs, and for how long it did. */
export function Running({ ad: { isActive, daysActive } }: { ad: ResearchAd }) {
  const days = t({ one: '1 day', other: '{count} days' }, { count: daysActive })
  return (
    <Badge tone={isActive ? 'good' : 'calm'}>
      {isActive ? t('running, {days}', { days }) : t('ended, ran {days}', { days })}
    </Badge>
  )
}

export function AdCard({ ad, onOpen }: { ad: ResearchAd; onOpen: () => void }) {
  const [first] = ad.media
  const picture = webAddress(first?.thumbnailUrl ?? (first?.type === 'image' ? first.url : null))
  return (
    <li className="[contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
      <button
        type="button"
        onClick={onOpen}
        className="flex h-full w-full flex-col overflow-hidden rounded-lg border bg-surface text-left hover:border-accent"
      >
        <span className="flex h-44 w-full items-center justify-center bg-raised">
          {picture && <img src={picture} alt="" loading="lazy" className="size-full object-contain" />}
        </span>
        <span className="flex w-full flex-1 flex-col gap-1 p-3">
          <span className="flex items-center justify-between gap-2">
            <span className="truncate font-medium">{ad.brandName}</span>
            <Running ad={ad} />
          </span>
          <span className="line-clamp-2">{ad.headline ?? ad.body ?? t('Without words')}</span>
          <span className="mt-auto truncate text-xs text-muted">
            {[ad.format, ad.platforms.join(', '), ad.countries.join(', ')].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
    </li>
  )
}
