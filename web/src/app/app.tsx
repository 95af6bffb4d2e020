import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '../ui/dialogs/toasts.tsx'
import { useEffect } from 'react'
import { fetchAhead } from './fetch-ahead.ts'
import { StepUpDialog } from './step-up-dialog.tsx'
import { pages, router } from './router.tsx'

/** The dashboard itself, for whoever is signed in. */
export function App() {
  useEffect(() => fetchAhead(pages), [])
  return (
    <Toasts>
      <RouterProvider router={router} />
      <StepUpDialog />
    </Toasts>
  )
}
