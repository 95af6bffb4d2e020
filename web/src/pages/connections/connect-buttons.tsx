import { Link } from '@tanstack/react-router'
import { standInBySandbox, usePlatformStandings } from '../../data/connections.ts'
import { consentingPlatforms, titleOf } from '../../data/platforms.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { t } from '../../languages/t.ts'

/** One press for each platform at which people consent: also for one more connection to the same. */
export function ConnectButtons() {
  const admin = useMay('admin')
  if (!admin) return null
  return (
    <Card title={t('Connect an account')}>
      <p className="mb-3 max-w-3xl text-muted">
        {t(
          'You consent at the platform, come back, and choose which ad accounts are used. Try it with the sandbox first, if you like: the steps are the same.',
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {consentingPlatforms.map((platform) => (
          <Link
            key={platform}
            to="/connect/$platform"
            params={{ platform }}
            className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
          >
            <PlatformMark name={platform} /> {t('Connect {platform}', { platform: titleOf(platform) })}
          </Link>
        ))}
      </div>
      <NotConnected />
    </Card>
  )
}

/** A platform that was live is nothing until it is connected again or a person says that the sandbox is to stand in. */
function NotConnected() {
  const { data: standings = [] } = usePlatformStandings()
  const use = useWrite(standInBySandbox, { done: t('The sandbox stands in for it.') })
  const gone = standings.filter(({ state }) => state === 'not_connected')
  if (gone.length === 0) return null
  return (
    <div className="mt-3 flex flex-col gap-2">
      {gone.map(({ platform, platformTitle }) => (
        <p key={platform} className="flex flex-wrap items-center gap-2 rounded-md bg-warn-soft p-2 text-warn">
          {t('{platformTitle} is not connected: nothing is read or sent there.', { platformTitle })}
          <Button small busy={use.isPending} onClick={() => use.mutate({ platform, use: true })}>
            {t('Use its sandbox')}
          </Button>
        </p>
      ))}
      <Problem error={use.error} />
    </div>
  )
}
