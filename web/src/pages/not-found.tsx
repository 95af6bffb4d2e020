import { Link } from '@tanstack/react-router'
import { Empty, Page } from '../ui/page.tsx'
import { rich } from '../languages/rich.ts'
import { t } from '../languages/t.ts'

export function NotFound() {
  return (
    <Page title={t('Not found')}>
      <Empty title={t('There is nothing at this address.')}>
        {rich('It may belong to another company, or be gone. <link>Go home</link>', {
          link: (inner) => (
            <Link to="/" className="text-accent underline">
              {inner}
            </Link>
          ),
        })}
        .
      </Empty>
    </Page>
  )
}
