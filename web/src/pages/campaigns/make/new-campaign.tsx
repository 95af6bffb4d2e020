import { Link } from '@tanstack/react-router'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { can, platformOf, titleOf, titlesWith } from '../../../data/platforms.ts'
import { Card, Empty, Page } from '../../../ui/page.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { WithAccount } from '../account-page.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { KindedCampaignForm } from './kinded-campaign-form.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

/** A campaign in one account: only what its platform takes is asked for. */
export function NewCampaign() {
  return (
    <WithAccount at="/campaigns/new">
      {({ account, picker }) => (
        <Page
          title={t('New campaign')}
          lead={t('First it says what would happen, then it is made: paused, unless you say otherwise.')}
          actions={<SandboxOrLive of={[account.sandbox]} />}
        >
          <Card className="flex max-w-3xl flex-col gap-4">
            <div className="flex flex-col gap-4">
              {picker}
              <FormOf key={account.id} account={account} />
            </div>
          </Card>
        </Page>
      )}
    </WithAccount>
  )
}

function FormOf({ account }: { account: AdAccount }) {
  if (can(account.platform, 'build')) return <CampaignForm account={account} />
  if (can(account.platform, 'automated')) return <KindedCampaignForm account={account} />
  return <NotHere account={account} level="campaign" />
}

/** Where the service makes none, it says where it does, and what else there is. */
export function NotHere({ account, level }: { account: AdAccount; level: 'campaign' | 'adset' }) {
  const { copies } = platformOf(account.platform)
  const isCopied = copies.includes(level)
  return (
    <Empty title={t('For {platform}, this is made in its own ads manager.', { platform: titleOf(account.platform) })}>
      {t('Here they are made for {build} and {automated}: choose an account of theirs above.', {
        build: titlesWith('build'),
        automated: titlesWith('automated'),
      })}{' '}
      {isCopied &&
        rich('One that is there already <link>can be duplicated</link>.', {
          link: (inner) => (
            <Link to="/campaigns" search={{ account: account.id }} className="text-accent underline">
              {inner}
            </Link>
          ),
        })}
    </Empty>
  )
}
