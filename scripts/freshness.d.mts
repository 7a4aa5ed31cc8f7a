export function isFresh(): boolean;
export function markStale(): void;
export function markFresh(): void;
