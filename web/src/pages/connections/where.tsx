import { Link } from '@tanstack/react-router'
import { cx } from '../../ui/classes.ts'
import { t } from '../../languages/t.ts'

const places = [
  { sandbox: false, title: t('Your ad accounts'), about: t('Real campaigns, real money.') },
  { sandbox: true, title: t('The sandbox'), about: t('The same steps at the simulator; nothing costs money.') },
]

/** Where it leads: to the platform, or to its simulator. */
export function Where({ platform, sandbox }: { platform: string; sandbox: boolean }) {
  return (
    <nav aria-label={t('Where it leads')} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      {places.map((place) => (
        <Link
          key={place.title}
          to="/connect/$platform"
          params={{ platform }}
          search={{ sandbox: place.sandbox || undefined }}
          replace
          aria-current={place.sandbox === sandbox ? 'page' : undefined}
          className={cx(
            'flex flex-col rounded-md border p-3 hover:bg-raised',
            place.sandbox === sandbox && 'border-accent bg-accent-soft',
          )}
        >
          <span className="font-medium">{place.title}</span>
          <span className="text-[13px] text-muted">{place.about}</span>
        </Link>
      ))}
    </nav>
  )
}
