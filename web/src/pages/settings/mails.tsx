import { changeMailWishes, useMailWishes } from '../../data/session/mails.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { t } from '../../languages/t.ts'

const choices = [
  { name: 'approvals', label: t('What waits for my approval') },
  { name: 'launches', label: t('Launches with ads that failed') },
  { name: 'caps', label: t('Caps of spend guards that are reached') },
] as const

/** What somebody is mailed about. Where nothing is mailed, there is nothing to choose. */
export function Mails() {
  const wishes = useMailWishes()
  const change = useWrite(changeMailWishes)
  if (wishes.data?.enabled === false) return null
  return (
    <Card title={t('Mails')}>
      {change.isError && <Problem error={change.error} />}
      <Answer of={wishes} what={t('what you are mailed about')}>
        {(wish) => (
          <div className="flex flex-col gap-2">
            {choices.map(({ name, label }) => (
              <label key={name} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={wish[name]}
                  disabled={change.isPending}
                  onChange={({ target }) => change.mutate({ [name]: target.checked })}
                />
                {label}
              </label>
            ))}
            <p className="text-[13px] text-muted">
              {wish.confirmed
                ? t('New passkeys of yours, and new admin keys to admins, are always mailed.')
                : t(
                    'Your address was not confirmed yet, so nothing of the company is mailed there. Have a link mailed on the sign-in page, and open it.',
                  )}
            </p>
          </div>
        )}
      </Answer>
    </Card>
  )
}
