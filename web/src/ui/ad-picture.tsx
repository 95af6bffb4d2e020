import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useAdPicture } from '../data/pictures.ts'
import { cx } from './classes.ts'
import { t } from '../languages/t.ts'

interface AdPictureProps {
  accountId: string
  adId: string
  /** What it is called, where nothing beside it says so. */
  name?: string
  /** How large the place is that is kept for it. */
  className?: string
  /** In a list, where the sign says enough. */
  small?: boolean
}

/** What an ad looks like, through our own service. A picture that does not come leaves a sign of that, not a broken frame. */
export function AdPicture({ accountId, adId, name, className, small = false }: AdPictureProps) {
  const address = useAdPicture(accountId, adId)
  const [isGone, setGone] = useState(false)
  return (
    <span
      data-waits={address === undefined || undefined}
      className={cx(
        'relative flex shrink-0 items-center justify-center overflow-hidden bg-raised text-muted',
        className,
      )}
    >
      {address && !isGone ? (
        <img
          src={address}
          alt={name === undefined ? '' : t('The ad {name}', { name })}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setGone(true)}
        />
      ) : (
        address !== undefined && (
          <span className="flex flex-col items-center gap-1 text-[13px]">
            <ImageOff size={small ? 13 : 22} aria-hidden /> {!small ? t('No picture') : null}
          </span>
        )
      )}
    </span>
  )
}
