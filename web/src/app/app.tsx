import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '../ui/toasts.tsx'
import { router } from './router.tsx'

/** The dashboard itself, for whoever is signed in. */
export function App() {
  return (
    <Toasts>
      <RouterProvider router={router} />
    </Toasts>
  )
}
