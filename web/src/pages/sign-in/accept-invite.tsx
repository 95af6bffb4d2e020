import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flightdeck } from '../../data/flightdeck.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

/** Whoever holds the link joins, by their own name. */
export function AcceptInvite({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const [name, setName] = useState('')
  const accept = useMutation({
    mutationFn: () => flightdeck.acceptInvite({ token, name: name.trim() }),
    onSuccess: onSignedIn,
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate()
      }}
    >
      <p>You are invited. What are you called?</p>
      <TextField label="Your name" autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
      <Button look="main" type="submit" busy={accept.isPending} disabled={name.trim() === ''}>
        Join
      </Button>
      {accept.isError && <Problem error={accept.error} />}
    </form>
  )
}
