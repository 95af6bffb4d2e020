import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'

/** Where to go from a place that is empty. */
export function WayOn({ to, children }: { to: LinkProps['to']; children: string }) {
  return (
    <p className="mt-2">
      <Link
        to={to}
        className="inline-block rounded-md border border-field bg-surface px-3 py-1.5 text-text hover:bg-raised"
      >
        {children}
      </Link>
    </p>
  )
}
