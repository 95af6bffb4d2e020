import { titleOf } from '../data/platforms.ts'

interface Mark {
  colour: string
  /** Lines of two units, drawn by us: they stand for a platform and are nobody's logo. */
  path: string
}

const marks: Record<string, Mark> = {
  primary: { colour: '#1468d8', path: 'M4.5 10.5c0-5 3.2-5 5.5-1s5.5 5 5.5 1-3.2-5-5.5-1-5.5 6-5.5 1z' },
  secondary: { colour: '#a8327d', path: 'M6 4.5h8A1.5 1.5 0 0 1 15.5 6v8a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 14V6A1.5 1.5 0 0 1 6 4.500zM10 7.600a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.800z' },
  tiktok: { colour: '#1b1d22', path: 'M11 4v8.500A2.6 2.6 0 1 1 8.4 10M11 5.500c.6 2 2 3 4 3' },
  snapchat: { colour: '#7d6a00', path: 'M4.5 14.500c1.8-.7 2.3-2 2.3-4.300a3.2 3.2 0 0 1 6.4 0c0 2.3.5 3.6 2.3 4.3' },
  pinterest: { colour: '#bd2130', path: 'M10 16V9.500M6.5 10.500a3.8 3.8 0 1 1 7 0c-.7 1.3-2 1.7-3.5 1' },
  'google-ads': { colour: '#1f7a3d', path: 'M5.5 14.5 9.7 5.500M14.5 14.5 10.3 5.500M14.5 14.500h-.01' },
  linkedin: { colour: '#0b5cad', path: 'M6 9v5.500M6 5.800v.01M9.5 14.500V9M9.5 11.500c0-3 5-3.3 5 0v3' },
  applovin: { colour: '#3d3a8c', path: 'M5 14.5 10 5l5 9.500M7.3 11.500h5.4' },
} // prettier-ignore

/** A small tile by which a platform is found again; beside its name, never instead of it. */
export function PlatformMark({ name }: { name: string }) {
  const { colour, path } = marks[name] ?? { colour: '#555b66', path: 'M6 10h8' }
  return (
    <svg viewBox="0 0 20 20" width={16} height={16} aria-hidden className="shrink-0">
      <rect width="20" height="20" rx="5" fill={colour} />
      <path d={path} fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** A platform's tile and its name. */
export function PlatformTitle({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <PlatformMark name={name} />
      {titleOf(name)}
    </span>
  )
}
