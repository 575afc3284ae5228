import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SessionView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { ToldStanding } from '#features/identity/module.public.js';

/** Who the caller is; nulls for a visitor. */
export class ShowSession extends Query<SessionView> {
  constructor(readonly session: Session | null) {
    super();
  }
}

@QueryHandler(ShowSession)
export class ShowSessionHandler implements IQueryHandler<ShowSession> {
  constructor(private readonly standing: ToldStanding) {}

  async execute({ session }: ShowSession): Promise<SessionView> {
    if (!session) return { walletAddress: null, userRole: null, kycStatus: null, csrfToken: null };
    const role = session.role === 'landlord' ? 'landlord' : 'investor';
    const { kycStatus } = await this.standing.of(session.wallet, role);
    return { walletAddress: session.wallet, userRole: session.role, kycStatus, csrfToken: session.csrfToken };
  }
}
