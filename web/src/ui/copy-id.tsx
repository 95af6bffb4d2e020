import { Copy } from 'lucide-react'
import { t } from '../languages/t.ts'
import { copyText } from './copy-text.ts'

interface CopyIdProps {
  id: string
  /** What it is the id of. */
  of: string
}

/** An id for whoever needs it: it is told where somebody points, and copied by a press. */
export function CopyId({ id, of }: CopyIdProps) {
  const label = t('{of}: copy the id {id}', { of, id })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex size-6 items-center justify-center rounded align-middle text-muted hover:bg-raised hover:text-text"
      onClick={() => copyText(id, t('The id is copied.'))}
    >
      <Copy size={13} aria-hidden />
    </button>
  )
}

/** What a thing is called; where it has no name its id, cut in the middle. Whole, that is a press away. */
export function Named({ name, ...what }: CopyIdProps & { name: string | null | undefined }) {
  return (
    <span className="wrap-anywhere">
      {name || shortId(what.id)} <CopyId {...what} />
    </span>
  )
}

const shown = 6

export const shortId = (id: string): string =>
  id.length <= 2 * shown + 1 ? id : `${id.slice(0, shown)}…${id.slice(-shown)}`
