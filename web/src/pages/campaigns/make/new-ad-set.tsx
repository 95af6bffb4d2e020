import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { useCampaignChoices } from '../../../data/campaigns/making.ts'
import { can, platformOf } from '../../../data/platforms.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Card, Empty, Page } from '../../../ui/page.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { WithAccount } from '../account-page.tsx'
import { AdSetForm } from './ad-set-form.tsx'
import { KindedAdSetForm } from './kinded-ad-set-form.tsx'
import { NotHere } from './new-campaign.tsx'
import { t } from '../../../languages/t.ts'

const at = '/campaigns/new-ad-set'

/** An ad set in a campaign: only what its platform takes is asked for. */
export function NewAdSet() {
  return (
    <WithAccount at={at}>
      {({ account, picker }) => (
        <Page
          title={t('New {adset}', { adset: platformOf(account.platform).levels.adset })}
          lead={t('First it says what would happen, then it is made: paused, unless you say otherwise.')}
          actions={<SandboxOrLive of={[account.sandbox]} />}
        >
          <Card className="max-w-3xl">
            <div className="flex flex-col gap-4">
              {picker}
              {can(account.platform, 'build') || can(account.platform, 'automated') ? (
                <InCampaign key={account.id} account={account} />
              ) : (
                <NotHere account={account} level="adset" />
              )}
            </div>
          </Card>
        </Page>
      )}
    </WithAccount>
  )
}

function InCampaign({ account }: { account: AdAccount }) {
  const { campaign: asked } = useSearch({ from: at })
  const navigate = useNavigate()
  const campaigns = useCampaignChoices(account.id)
  return (
    <Answer
      of={campaigns}
      what={t('the campaigns')}
      empty={
        <Empty title={t('This account has no campaigns yet.')}>
          <Link to="/campaigns/new" search={{ account: account.id }} className="text-accent underline">
            {t('Make one first')}
          </Link>
          .
        </Empty>
      }
    >
      {(all) => {
        const campaign = all.find(({ id }) => id === asked) ?? all[0]
        return (
          <>
            <SelectField
              label={t('Campaign')}
              options={all.map(({ id, name }) => ({ value: id, label: name || id }))}
              value={campaign?.id ?? ''}
              onChange={(id) => void navigate({ to: at, search: { account: account.id, campaign: id }, replace: true })}
            />
            {campaign &&
              (can(account.platform, 'build') ? (
                <AdSetForm key={campaign.id} account={account} campaign={campaign} />
              ) : (
                <KindedAdSetForm key={campaign.id} account={account} campaign={campaign} />
              ))}
          </>
        )
      }}
    </Answer>
  )
}
