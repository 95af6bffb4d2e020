import type { ApprovalSummary } from '../../../../client/src/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Costs } from '../../ui/figures/costs.tsx'
import { count } from '../../ui/words/format.ts'
import { Table } from '../../ui/table.tsx'
import { platformOf } from '../../data/platforms.ts'
import { Thumbs } from '../../ui/figures/thumbs.tsx'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { t } from '../../languages/t.ts'

const maxShown = 50

/** What is approved: where, how much of it goes live, and each ad or change by its name. */
export function What({ summary }: { summary: ApprovalSummary }) {
  const { accounts, adCount, activeCount, ads, changes } = summary
  const names = new Map(accounts.map(({ platform, accountId, name }) => [`${platform} ${accountId}`, name]))
  const nameOf = ({ platform, accountId }: { platform: string; accountId: string }) =>
    names.get(`${platform} ${accountId}`) ?? accountId
  return (
    <div className="my-2 flex flex-col gap-2">
      <ul aria-label={t('Ad accounts')} className="flex flex-wrap gap-x-4">
        {accounts.map(({ platform, accountId, name, sandbox }) => (
          <li key={`${platform} ${accountId}`}>
            <span className="font-medium">{name}</span> · <PlatformTitle name={platform} />{' '}
            <span className="text-muted">{accountId}</span> {sandbox !== undefined && <SandboxOrLive of={[sandbox]} />}
          </li>
        ))}
      </ul>
      {adCount > 0 && (
        <p>
          <Badge tone={activeCount > 0 ? 'warn' : 'calm'}>{activeCount > 0 ? t('live at once') : t('paused')}</Badge>{' '}
          {activeCount === adCount
            ? t({ one: 'The ad goes live at once.', other: 'All {count} ads go live at once.' }, { count: adCount })
            : activeCount === 0
              ? t('Nothing goes live: the ads are made paused.')
              : t('{activeCount} of {adCount} ads go live at once, the others are made paused.', {
                  activeCount: count(activeCount),
                  adCount: count(adCount),
                })}
        </p>
      )}
      <Costs goesLive={summary.goesLive} exposure={summary.exposure} />
      {ads.length > 0 && (
        <Table
          label={t('Ads')}
          rows={ads.slice(0, maxShown).map((ad, index) => ({ ...ad, index }))}
          keyOf={({ index }) => index}
          columns={[
            {
              head: t('Ad'),
              cell: ({ name, media }) => (
                <span className="flex min-w-0 items-center gap-2">
                  <Thumbs media={media} />
                  <span className="min-w-20 wrap-anywhere">{name}</span>
                </span>
              ),
            },
            { head: t('State'), cell: ({ state }) => (state === 'ACTIVE' ? t('ACTIVE, live at once') : t('PAUSED')) },
            {
              head: t('Ad sets'),
              cell: ({ adSets }) => (
                <span className="wrap-anywhere">{adSets.map(({ id, name }) => name ?? id).join(', ')}</span>
              ),
            },
            { head: t('Ad account'), cell: (ad) => nameOf(ad), wideOnly: true },
          ]}
        />
      )}
      {ads.length > maxShown && (
        <p className="text-muted">{t('And {ads} more.', { ads: count(ads.length - maxShown) })}</p>
      )}
      {changes.length > 0 && (
        <ul className="list-disc pl-5">
          {changes.slice(0, maxShown).map((change, index) => (
            <li key={index}>
              {change.entity && (
                <>
                  {platformOf(change.platform).levels[change.entity.type as 'campaign' | 'adset' | 'ad'] ??
                    change.entity.type}{' '}
                  <span className="font-medium">{change.entity.name}</span>{' '}
                  <span className="text-muted">{change.entity.id}</span>:{' '}
                </>
              )}
              {change.what} <span className="text-muted">({nameOf(change)})</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
