import { Link } from '@tanstack/react-router'
import { Empty, Page } from '../ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is nothing at this address.">
        It may belong to another company, or be gone.{' '}
        <Link to="/" className="text-accent underline">
          Go home
        </Link>
        .
      </Empty>
    </Page>
  )
}
