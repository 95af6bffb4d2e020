import { Link } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import type { Connection } from '../../../../client/src/index.ts'
import { platformOf, titleOf } from '../../data/platforms.ts'
import { useMay } from '../../data/session/session.ts'
import { Card } from '../../ui/page.tsx'

/** One press for each platform at which people consent: also for one more connection to the same. */
export function ConnectButtons({ platforms }: { platforms: Connection[] }) {
  const admin = useMay('admin')
  const names = [...new Set(platforms.map(({ platform }) => platform))].filter((name) => platformOf(name).hasConsent)
  if (!admin || names.length === 0) return null
  return (
    <Card title="Connect an account">
      <p className="mb-3 max-w-3xl text-muted">
        You consent at the platform, come back, and choose which ad accounts are used. Try it with the sandbox first, if
        you like: the steps are the same.
      </p>
      <div className="flex flex-wrap gap-2">
        {names.map((platform) => (
          <Link
            key={platform}
            to="/connect/$platform"
            params={{ platform }}
            className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
          >
            <Plug size={15} aria-hidden />
            Connect {titleOf(platform)}
          </Link>
        ))}
      </div>
    </Card>
  )
}
