import { useState } from 'react'
import { safeLink } from '../links.ts'

interface Medium {
  url: string
  isVideo: boolean
}

/** The media of an ad, small. What does not come leaves nothing behind. */
export function Thumbs({ media = [] }: { media?: readonly Medium[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {media.map(({ url, isVideo }, place) => (
        <Thumb key={`${place} ${url}`} url={url} isVideo={isVideo} />
      ))}
    </span>
  )
}

function Thumb({ url, isVideo }: Medium) {
  const [isGone, setGone] = useState(false)
  const safe = safeLink(url)
  if (!safe || isGone) return null
  const look = 'size-9 shrink-0 rounded bg-raised object-cover'
  if (isVideo) return <video src={safe} muted preload="metadata" className={look} aria-hidden />
  return <img src={safe} alt="" loading="lazy" className={look} onError={() => setGone(true)} />
}
