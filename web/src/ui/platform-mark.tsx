import { platformOf, titleOf } from '../data/platforms.ts'

/** A small tile by which a platform is found again; beside its name, never instead of it. */
export function PlatformMark({ name }: { name: string }) {
  const { colour, path } = platformOf(name).mark
  return (
    <svg viewBox="0 0 20 20" width={16} height={16} aria-hidden className="inline shrink-0 align-[-0.2em]">
      <rect width="20" height="20" rx="5" fill={colour} />
      <path d={path} fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** A platform's tile and its name. */
export function PlatformTitle({ name }: { name: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="mr-1.5">
        <PlatformMark name={name} />
      </span>
      {titleOf(name)}
    </span>
  )
}
