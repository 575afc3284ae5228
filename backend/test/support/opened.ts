import { openItem } from '#platform/vault/open-item.js';
import type { VaultService } from '#platform/vault/vault.service.js';

/** Any item's content, whoever may open it: tests ask what is kept, not who may read it. */
export const opened = (vault: VaultService, id: string) => openItem(vault['pool'], vault['ring'], id, () => true);
